// Uploads selected, pasted or dropped images one after another and inserts them into the guide.
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { uploadImage } from '../../api/trails.ts';
import { t } from '../../parts/texts/t.ts';

interface Given {
  readonly files: readonly File[];
  /** Makes each drop distinct: `useChange` ignores a repeated pending input, and files serialize to nothing. */
  readonly names: readonly string[];
}

export interface ImageUpload {
  readonly isUnderWay: boolean;
  /** The URL of an image uploaded alone. The person is asked for its description and width. */
  readonly fresh: string | undefined;
  seen(): void;
  start(files: readonly File[]): void;
}

/** If some of several images are refused, the others are still inserted and an error names the refused ones. */
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
        if (isLeft) return t('You left the page before the upload finished, so nothing was added to the guide.');
        return count === 1
          ? t('The image is in the guide.')
          : t('{count, plural, one {# image} other {# images}} are in the guide.', { count });
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

/** Browsers name pasted images "image.png". */
const altOf = (name: string): string =>
  name
    .replace(/^image\.png$|\.[a-z0-9]+$/i, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim() || t('Screenshot');
