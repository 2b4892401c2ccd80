// The setup guide: Markdown beside what it will look like; images are uploaded where they are pasted or dropped, and
// say what they show.
import { Group, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { type ClipboardEvent, type DragEvent, lazy, Suspense, useRef, useState } from 'react';
import { useChange } from '../api/change.ts';
import { patiently } from '../api/patiently.ts';
import { uploadImage } from '../api/trails.ts';
import { GrowingTextarea } from '../parts/growing-textarea.tsx';
import { Loading } from '../parts/states.tsx';
import type { EditorProps } from './editor-props.ts';
import { type Act, BOLD, GuideToolbar, ITALIC } from './guide-toolbar.tsx';
import { ImageRows } from './image-rows.tsx';
import { useSlashMenu } from './slash-menu.tsx';

// What reads Markdown is loaded with the first look at it.
const Markdown = lazy(() =>
  patiently(() => import('../parts/markdown.tsx')).then((file) => ({ default: file.Markdown })),
);

interface Dropped {
  readonly files: readonly File[];
  /** Tell one drop from another. */
  readonly names: readonly string[];
}

export function GuideField({ trailId, document, change }: EditorProps) {
  const [view, setView] = useState('write');
  const area = useRef<HTMLTextAreaElement>(null);
  // The image that was put in last: its alternative text and width are asked for.
  const [fresh, setFresh] = useState<string>();
  const latest = useRef(document);
  latest.current = document;
  const insert = (markdown: string): void => {
    const now = latest.current;
    const at = area.current?.selectionStart ?? now.setup_guide.length;
    change({ ...now, setup_guide: inserted(now.setup_guide, at, markdown) });
  };
  const uploading = useChange(
    async ({ files }: Dropped) => {
      const images: { readonly markdown: string; readonly url: string }[] = [];
      try {
        for (const file of files) images.push(await uploadImage(file, trailId, altOf(file.name)));
      } finally {
        if (images.length > 0) insert(images.map(({ markdown }) => markdown).join('\n'));
      }
      if (images.length === 1) setFresh(images[0]?.url);
      return images.length;
    },
    { done: (count) => (count === 1 ? 'The image is in the guide.' : `${count} images are in the guide.`) },
  );
  // The service says of a file that is no image what it takes; left alone, the browser would open it and leave the page.
  const take = (given: FileList, event: ClipboardEvent | DragEvent): void => {
    if (given.length === 0) return;
    event.preventDefault();
    const files = [...given];
    uploading.mutate({ files, names: namesOf(files) });
  };
  const run = (act: Act): void => {
    const field = area.current;
    if (field === null) return;
    const { text, from, to } = act(field.value, field.selectionStart, field.selectionEnd);
    change({ ...latest.current, setup_guide: text });
    // The new text is in the field after this turn.
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(from, to);
    });
  };
  const slash = useSlashMenu(run);
  return (
    <>
      <Group justify="space-between" mb={6}>
        {view === 'write' ? (
          <GuideToolbar
            run={run}
            upload={(files) => files.length > 0 && uploading.mutate({ files, names: namesOf(files) })}
          />
        ) : (
          <span />
        )}
        <SegmentedControl
          size="xs"
          value={view}
          onChange={setView}
          aria-label="Setup guide view"
          data={[
            { value: 'write', label: 'Write' },
            { value: 'read', label: 'Preview' },
          ]}
        />
        <VisuallyHidden role="status">{uploading.isPending ? 'Uploading …' : ''}</VisuallyHidden>
      </Group>
      {view === 'write' && slash.menu}
      {view === 'write' ? (
        <GrowingTextarea
          ref={area}
          aria-label="Setup guide"
          minRows={8}
          maxRows={28}
          value={document.setup_guide}
          dir="auto"
          {...slash.fieldProps}
          onBlur={slash.close}
          onKeyDown={(event) => {
            if (slash.onKey(event)) return;
            const act = event.ctrlKey || event.metaKey ? { b: BOLD, i: ITALIC }[event.key.toLowerCase()] : undefined;
            if (act === undefined || event.shiftKey || event.altKey) return;
            event.preventDefault();
            run(act);
          }}
          onChange={(event) => {
            slash.look(event.currentTarget);
            change({ ...document, setup_guide: event.currentTarget.value });
          }}
          onPaste={(event) => {
            // Spreadsheets and word processors add a picture of the text that they copy.
            if (event.clipboardData.getData('text/plain') === '') take(event.clipboardData.files, event);
          }}
          onDrop={(event) => take(event.dataTransfer.files, event)}
        />
      ) : (
        <Suspense fallback={<Loading rows={3} />}>
          <Markdown text={document.setup_guide || '*Nothing written yet.*'} />
        </Suspense>
      )}
      <ImageRows
        text={document.setup_guide}
        change={(setup_guide) => change({ ...latest.current, setup_guide })}
        fresh={fresh}
        seen={() => setFresh(undefined)}
      />
    </>
  );
}

/** `markdown` on lines of its own. */
function inserted(text: string, at: number, markdown: string): string {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  return `${before}${before === '' || before.endsWith('\n') ? '' : '\n\n'}${markdown}\n${after}`;
}

const namesOf = (files: readonly File[]): string[] => files.map(({ name, size }) => `${name} ${size}`);

const altOf = (name: string): string =>
  name
    .replace(/\.[a-z0-9]+$/i, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim() || 'Screenshot';
