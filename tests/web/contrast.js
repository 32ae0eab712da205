// The contrast of pairs of colors, named by custom properties; run inside a page.
(pairs) => {
  const context = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const style = getComputedStyle(document.documentElement);
  const light = (name) => {
    context.fillStyle = name.startsWith('--') ? style.getPropertyValue(name).trim() : name;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return pairs.map(([ink, ground]) => {
    const [more, less] = [light(ink), light(ground)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  });
}
