// What Svelte's compiler is told, by vite and by svelte-check alike.
export default {
  compilerOptions: {
    runes: true,
    discloseVersion: false,
    // The class that scopes a style stands in every selector and element: short ones weigh less.
    cssHash: ({ css, hash }) => `s${hash(css).slice(0, 4)}`,
  },
};
