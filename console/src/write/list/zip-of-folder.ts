import { zip } from 'fflate';

const COMPRESSED_ALREADY = /\.(?:png|jpe?g|webp|gif|zip)$/i;

/** The selected zip file, or a zip of all files with their paths in the folder. */
export async function zipOfFolder(files: readonly File[]): Promise<Blob> {
  const [only] = files;
  if (files.length === 1 && only !== undefined && /\.zip$/i.test(only.name)) return only;
  const entries: Record<string, [Uint8Array, { level: 0 | 6 }]> = Object.create(null);
  for (const file of files) {
    const path = file.webkitRelativePath || file.name;
    entries[path] = [new Uint8Array(await file.arrayBuffer()), { level: COMPRESSED_ALREADY.test(path) ? 0 : 6 }];
  }
  return new Promise((done, fail) => {
    zip(entries, (failure, bytes) => {
      if (failure === null) done(new Blob([new Uint8Array(bytes)], { type: 'application/zip' }));
      else fail(failure);
    });
  });
}
