// The setup guide: Markdown beside what it will look like; images are uploaded where they are pasted or dropped, and
// say what they show.
import { Group, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, Suspense, useState } from 'react';
import { GrowingTextarea } from '../../parts/forms/growing-textarea.tsx';
import { late } from '../../parts/page/late.tsx';
import { Loading } from '../../parts/page/states.tsx';
import type { EditorProps } from '../draft/editor-props.ts';
import { BOLD, GuideToolbar, ITALIC } from './guide-toolbar.tsx';
import { useSlashMenu } from './slash-menu.tsx';
import { type GuideText, useGuideText } from './use-guide-text.ts';
import { type ImageUpload, useImageUpload } from './use-image-upload.ts';

// What reads Markdown is loaded with the first look at it, and the list of images with the first one.
const ImageRows = late(() => import('./image-rows.tsx').then((file) => file.ImageRows));
const Markdown = late(() => import('../../parts/texts/markdown.tsx').then((file) => file.Markdown));

const VIEWS = [
  { value: 'write', label: 'Write' },
  { value: 'read', label: 'Preview' },
];

export function GuideField({ trailId, document, update }: EditorProps) {
  const [view, setView] = useState('write');
  const guide = useGuideText({ document, update });
  const images = useImageUpload(trailId, guide.insert);
  return (
    <>
      <Group justify="space-between" mb={6}>
        {view === 'write' ? <GuideToolbar run={guide.run} upload={images.start} /> : <span />}
        <SegmentedControl size="xs" value={view} onChange={setView} aria-label="Setup guide view" data={VIEWS} />
        <VisuallyHidden role="status">{images.isUnderWay ? 'Uploading …' : ''}</VisuallyHidden>
      </Group>
      {view === 'write' ? (
        <GuideArea guide={guide} images={images} />
      ) : (
        <Suspense fallback={<Loading rows={3} />}>
          <Markdown text={guide.text || '*Nothing written yet.*'} />
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

/** Where the Markdown is written: keys for bold and italic, the slash menu, and images that are pasted or dropped. */
function GuideArea({ guide, images }: GuideAreaProps) {
  const slash = useSlashMenu(guide.run);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (slash.onKey(event)) return;
    const act = event.ctrlKey || event.metaKey ? { b: BOLD, i: ITALIC }[event.key.toLowerCase()] : undefined;
    if (act === undefined || event.shiftKey || event.altKey) return;
    event.preventDefault();
    guide.run(act);
  };
  // The service says of a file that is no image what it takes; left alone, the browser would open it and leave the
  // page.
  const take = (files: FileList, event: ClipboardEvent | DragEvent): void => {
    if (files.length === 0) return;
    event.preventDefault();
    // Keys and presses never come to a field that is disabled; a file is dropped on it all the same.
    if (!event.currentTarget.matches(':disabled')) images.start([...files]);
  };
  return (
    <>
      {slash.menu}
      <GrowingTextarea
        ref={guide.area}
        aria-label="Setup guide"
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
          // Spreadsheets and word processors add a picture of the text that they copy.
          if (event.clipboardData.getData('text/plain') === '') take(event.clipboardData.files, event);
        }}
        onDrop={(event) => take(event.dataTransfer.files, event)}
      />
    </>
  );
}
