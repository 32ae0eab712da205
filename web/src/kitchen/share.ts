// A picture handed to the system's share sheet, or saved where there is none.
// What must stay true: who closes the share sheet without sending has done nothing wrong.
import { drawn, type Poster } from './poster.ts';

/** Share a picture of a sheet: whether it was sent, saved as a file, or neither. */
export async function share(poster: Poster, name: string): Promise<'sent' | 'saved' | 'failed'> {
  try {
    const blob = await new Promise<Blob | null>((done) => drawn(poster).toBlob(done, 'image/png'));
    if (!blob) return 'failed';
    const file = new File([blob], name, { type: 'image/png' });
    if (navigator.canShare?.({ files: [file] })) {
      await navigator.share({ files: [file] });
      return 'sent';
    }
    save(blob, name);
    return 'saved';
  } catch (problem) {
    return problem instanceof DOMException && problem.name === 'AbortError' ? 'sent' : 'failed';
  }
}

/** Save something as a file of this name. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
