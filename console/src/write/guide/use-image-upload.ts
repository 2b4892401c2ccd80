// Images on their way into the setup guide: chosen, pasted or dropped, uploaded one after another, and put into its
// text.
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { uploadImage } from '../../api/trails.ts';
import { counted } from '../../parts/texts/counted.ts';

interface Given {
  readonly files: readonly File[];
  /** Tell one drop from another. */
  readonly names: readonly string[];
}

export interface ImageUpload {
  readonly isUnderWay: boolean;
  /** The address of an image that came alone: its alternative text and width are asked for. */
  readonly fresh: string | undefined;
  seen(): void;
  start(files: readonly File[]): void;
}

/** Of several, those that are refused keep no other out of the guide; each is named. */
export function useImageUpload(trailId: string, insert: (markdown: string) => void): ImageUpload {
  const [fresh, setFresh] = useState<string>();
  const uploading = useChange(
    async ({ files }: Given) => {
      const page = document.querySelector('h1');
      const images: { readonly markdown: string; readonly url: string }[] = [];
      const words: string[] = [];
      let refusal: Problem | undefined;
      for (const file of files) {
        try {
          images.push(await uploadImage(file, trailId, altOf(file.name)));
        } catch (thrown) {
          refusal = problemOf(thrown);
          words.push(`${file.name}: ${refusal.message}`);
        }
      }
      if (images.length > 0) insert(images.map(({ markdown }) => markdown).join('\n'));
      if (refusal !== undefined) throw Object.assign(refusal, { message: words.join(' ') });
      if (images.length === 1) setFresh(images[0]?.url);
      return { count: images.length, isLeft: page?.isConnected === false };
    },
    {
      done: ({ count, isLeft }) => {
        if (isLeft) return 'You left the page before the upload was done: nothing of it is in the guide.';
        return count === 1 ? 'The image is in the guide.' : `${counted(count, 'image')} are in the guide.`;
      },
    },
  );
  return {
    isUnderWay: uploading.isPending,
    fresh,
    seen: () => setFresh(undefined),
    start: (files) => {
      if (files.length > 0) uploading.mutate({ files, names: files.map(({ name, size }) => `${name} ${size}`) });
    },
  };
}

/** Browsers call what is pasted "image.png". */
const altOf = (name: string): string =>
  name
    .replace(/^image\.png$|\.[a-z0-9]+$/i, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim() || 'Screenshot';
