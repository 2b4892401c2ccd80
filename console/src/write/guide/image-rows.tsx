// The images of the guide below its text, each with its description, its width and a button to edit them.
import { Text, UnstyledButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { late } from '../../parts/page/late.tsx';
import { type GuideImage, guideImages, withImage } from '../../parts/texts/guide-images.ts';
import { useOwnImage } from '../../parts/texts/own-image.ts';
import { t } from '../../parts/texts/t.ts';

const ImageDialog = late(() => import('./image-dialog.tsx').then((file) => file.ImageDialog));

interface ImageRowsProps {
  readonly text: string;
  readonly change: (text: string) => void;
  /** The URL of an image that was just inserted. Its dialog opens automatically. */
  readonly fresh: string | undefined;
  readonly seen: () => void;
}

export function ImageRows({ text, change, fresh, seen }: ImageRowsProps) {
  const images = guideImages(text);
  const [chosen, choose] = useState<number>();
  const at = fresh === undefined ? chosen : images.findIndex(({ src }) => src === fresh);
  const image = at === undefined ? undefined : images[at];
  const [wasOpen, setWasOpen] = useState(false);
  if (image !== undefined && !wasOpen) setWasOpen(true);
  const close = (): void => {
    choose(undefined);
    seen();
  };
  if (images.length === 0) return null;
  return (
    <>
      <ul className="image-rows" aria-label={t('Images in the guide')}>
        {images.map((one, index) => (
          <li key={one.start}>
            <ImageRow image={one} at={index} open={() => choose(index)} />
          </li>
        ))}
      </ul>
      {wasOpen && (
        <Suspense>
          <ImageDialog
            image={image}
            close={close}
            save={(alt, width) => {
              if (image !== undefined) change(withImage(text, image, alt, width));
              close();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface ImageRowProps {
  readonly image: GuideImage;
  readonly at: number;
  readonly open: () => void;
}

function ImageRow({ image: { src, alt, width }, at, open }: ImageRowProps) {
  const { isOwn, isShown, onError } = useOwnImage(src);
  const text = alt || t('No alternative text');
  const note =
    isOwn && !isShown ? t('Could not be loaded') : width === undefined ? t('Full width') : t('{width} px', { width });
  return (
    // The label contains the visible text, so that people who use speech input can name the button (WCAG 2.5.3).
    <UnstyledButton
      className="image-row"
      onClick={open}
      aria-label={t('Image {at}: {text}, {note}. Change', { at: at + 1, text, note })}
    >
      {isShown && <img src={src} alt="" width={36} height={36} loading="lazy" onError={onError} />}
      <Text size="sm" dir="auto" truncate flex={1} data-empty={alt === ''}>
        {text}
      </Text>
      <Text size="xs" c="dimmed" className="numbers">
        {note}
      </Text>
      <Text size="xs" className="image-change" aria-hidden>
        {t('Change')}
      </Text>
    </UnstyledButton>
  );
}
