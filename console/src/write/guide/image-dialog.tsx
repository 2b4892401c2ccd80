// The description and width of an image in the guide.

import '@mantine/core/styles/NumberInput.css';
import { Button, Group, NumberInput, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog, useClosedAtFirst } from '../../parts/dialogs/dialog.tsx';
import { type GuideImage, WIDTHS } from '../../parts/texts/guide-images.ts';
import { useOwnImage } from '../../parts/texts/own-image.ts';
import { t } from '../../parts/texts/t.ts';

const CHOICES = [
  { label: t('Small'), width: 240 },
  { label: t('Medium'), width: 480 },
  { label: t('Large'), width: 720 },
  { label: t('Full width'), width: undefined },
] as const;

interface ImageDialogProps {
  /** Undefined if the dialog is closed. */
  readonly image: GuideImage | undefined;
  readonly close: () => void;
  readonly save: (alt: string, width: number | undefined) => void;
}

export function ImageDialog({ image, close, save }: ImageDialogProps) {
  const shown = useClosedAtFirst(image);
  return (
    <Dialog opened={shown !== undefined} onClose={close} title={t('Image in the guide')} size={500} centered>
      {shown !== undefined && <ImageForm image={shown} close={close} save={save} />}
    </Dialog>
  );
}

function ImageForm({ image, close, save }: ImageDialogProps & { readonly image: GuideImage }) {
  const [alt, setAlt] = useState(image.alt);
  const [width, setWidth] = useState(image.width);
  const isRefused = !isWidth(width);
  const { isShown, onError } = useOwnImage(image.src);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!isRefused) save(alt, width);
      }}
    >
      <Stack>
        {isShown && (
          <div className="image-look">
            <img src={image.src} alt="" width={width} onError={onError} />
          </div>
        )}
        <Textarea
          data-autofocus
          label={t('Alternative text')}
          description={t("Describe the image for people who can't see it. Leave empty if it is only decorative.")}
          value={alt}
          dir="auto"
          autosize
          minRows={2}
          onChange={(event) => setAlt(event.currentTarget.value)}
        />
        <WidthFields width={width} set={setWidth} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={isRefused}>
            {t('Apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** In pixels. Undefined means the full width. */
type Width = GuideImage['width'];

const isWidth = (width: Width): boolean => width === undefined || (width >= WIDTHS.least && width <= WIDTHS.most);

interface WidthFieldsProps {
  readonly width: Width;
  readonly set: (width: Width) => void;
}

/** A number field, and buttons with common widths. */
function WidthFields({ width, set }: WidthFieldsProps) {
  return (
    <Group align="flex-end" gap="xs">
      <NumberInput
        label={t('Width in pixels')}
        placeholder={t('Full width')}
        value={width ?? ''}
        onChange={(value) => set(value === '' ? undefined : Number(value))}
        min={WIDTHS.least}
        max={WIDTHS.most}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        error={
          isWidth(width) ? undefined : t('{least} to {most}, or empty.', { least: WIDTHS.least, most: WIDTHS.most })
        }
        w={150}
      />
      {CHOICES.map((choice) => (
        <Button
          key={choice.label}
          size="xs"
          variant={choice.width === width ? 'light' : 'default'}
          aria-pressed={choice.width === width}
          onClick={() => set(choice.width)}
        >
          {choice.label}
        </Button>
      ))}
    </Group>
  );
}
