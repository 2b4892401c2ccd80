// The setup guide: a Markdown editor with preview. Uploads pasted and dropped images.
import { Group, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, Suspense, useState } from 'react';
import { GrowingTextarea } from '../../parts/forms/growing-textarea.tsx';
import { late } from '../../parts/page/late.tsx';
import { Loading } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import type { EditorProps } from '../draft/editor-props.ts';
import { BOLD, GuideToolbar, ITALIC } from './guide-toolbar.tsx';
import { useSlashMenu } from './slash-menu.tsx';
import { type GuideText, useGuideText } from './use-guide-text.ts';
import { type ImageUpload, useImageUpload } from './use-image-upload.ts';

// Loaded on demand: the Markdown renderer with the first preview, the image list with the first image.
const ImageRows = late(() => import('./image-rows.tsx').then((file) => file.ImageRows));
const Markdown = late(() => import('../../parts/texts/markdown.tsx').then((file) => file.Markdown));

const VIEWS = [
  { value: 'write', label: t('Write') },
  { value: 'read', label: t('Preview') },
];

export function GuideField({ trailId, document, update }: EditorProps) {
  const [view, setView] = useState('write');
  const guide = useGuideText({ document, update });
  const images = useImageUpload(trailId, guide.insert);
  return (
    <>
      <Group justify="space-between" mb={6}>
        {view === 'write' ? <GuideToolbar run={guide.run} upload={images.start} /> : <span />}
        <SegmentedControl size="xs" value={view} onChange={setView} aria-label={t('Setup guide view')} data={VIEWS} />
        <VisuallyHidden role="status">{images.isUnderWay ? t('Uploading …') : ''}</VisuallyHidden>
      </Group>
      {view === 'write' ? (
        <GuideArea guide={guide} images={images} />
      ) : (
        <Suspense fallback={<Loading rows={3} />}>
          <Markdown text={guide.text || t('*Nothing written yet.*')} />
        </Suspense>
      )}
      {guide.text.includes('![') && (
        <Suspense>
          <ImageRows text={guide.text} change={guide.write} fresh={images.fresh} seen={images.seen} />
        </Suspense>
      )}
    </>
  );
}

interface GuideAreaProps {
  readonly guide: GuideText;
  readonly images: ImageUpload;
}

/** The Markdown text with shortcuts for bold and italic, the slash menu, and image upload by paste or drop. */
function GuideArea({ guide, images }: GuideAreaProps) {
  const slash = useSlashMenu(guide.run);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (slash.onKey(event)) return;
    const act = event.ctrlKey || event.metaKey ? { b: BOLD, i: ITALIC }[event.key.toLowerCase()] : undefined;
    if (act === undefined || event.shiftKey || event.altKey) return;
    event.preventDefault();
    guide.run(act);
  };
  // Handle all files, not just images: the service says what it accepts. Otherwise the browser would open the file and
  // leave the page.
  const take = (files: FileList, event: ClipboardEvent | DragEvent): void => {
    if (files.length === 0) return;
    event.preventDefault();
    // A disabled field gets no key or mouse events, but still gets drops.
    if (!event.currentTarget.matches(':disabled')) images.start([...files]);
  };
  return (
    <>
      {slash.menu}
      <GrowingTextarea
        ref={guide.area}
        aria-label={t('Setup guide')}
        minRows={8}
        maxRows={28}
        value={guide.text}
        dir="auto"
        {...slash.fieldProps}
        onBlur={slash.close}
        onKeyDown={press}
        onChange={(event) => {
          slash.look(event.currentTarget);
          guide.write(event.currentTarget.value);
        }}
        onPaste={(event) => {
          // Spreadsheets and word processors add an image of the copied text. Prefer the text.
          if (event.clipboardData.getData('text/plain') === '') take(event.clipboardData.files, event);
        }}
        onDrop={(event) => take(event.dataTransfer.files, event)}
      />
    </>
  );
}
