// A trail for its authors: editor, surfacing bench, versions, access, feedback. The tab is in the URL.
import '../editor/editor.css';
import { Alert, Button, Group, Tabs } from '@mantine/core';
import { useHotkeys, useLocalStorage } from '@mantine/hooks';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query';
import { CatchBoundary, type ErrorComponentProps, useParams } from '@tanstack/react-router';
import { Suspense, useDeferredValue, useEffect, useState } from 'react';
import { TRAIL } from '../../addresses.ts';
import { cache } from '../../api/cache.ts';
import { isProblem } from '../../api/problem.ts';
import { canWrite, useSession } from '../../api/session.ts';
import { aiTools, type ExampleRun, type TrailDetail, trailDetail } from '../../api/trails.ts';
import { isSame } from '../../parts/forms/same.ts';
import { useAddress, valueIn } from '../../parts/page/address.ts';
import { late } from '../../parts/page/late.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Loading } from '../../parts/page/states.tsx';
import { TabRow } from '../../parts/page/tab-row.tsx';
import { exactly } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { useIssues } from '../draft/checks.tsx';
import type { RunOver } from '../draft/editor-props.ts';
import { Findings } from '../draft/findings.tsx';
import { findKeptDraft } from '../draft/kept-draft.ts';
import { overLimits } from '../draft/over-limits.ts';
import { UnsavedBar } from '../draft/unsaved-bar.tsx';
import { type Draft, useDraft } from '../draft/use-draft.ts';
import { Editor } from '../editor/editor.tsx';
import { PublishingNotes } from '../publishing/publishing-notes.tsx';
import { StateLine } from './state-line.tsx';
import { TrailActions } from './trail-actions.tsx';

// The editor is part of the page. The other tabs load on demand.
const Access = late(() => import('./access.tsx').then((file) => file.Access));
const Bench = late(() => import('../surfacing/bench.tsx').then((file) => file.Bench));
const ConflictView = late(() => import('../draft/conflict-view.tsx').then((file) => file.ConflictView));
const DeletedTrail = late(() => import('./deleted-trail.tsx').then((file) => file.DeletedTrail));
const EditorPreview = late(() => import('../editor/editor-preview.tsx').then((file) => file.EditorPreview));
const FeedbackCounts = late(() => import('./feedback-counts.tsx').then((file) => file.FeedbackCounts));
const Versions = late(() => import('./versions.tsx').then((file) => file.Versions));

export function TrailPage() {
  return (
    <CatchBoundary getResetKey={() => ''} errorComponent={NotShown}>
      <TrailOfAddress />
    </CatchBoundary>
  );
}

/** If the trail is gone, its text may still be in this browser or in the query cache. */
function NotShown({ error }: ErrorComponentProps) {
  const { person } = useSession();
  const trailId = useTrailId();
  const place = { personId: person.id, trailId };
  const isLeft = findKeptDraft(place) ?? cache.getQueryData(trailDetail(trailId).queryKey);
  if (isLeft === undefined || !isProblem(error, 'not-found')) throw error;
  return <DeletedTrail place={place} />;
}

const useTrailId = (): string => useParams({ strict: false }).trailId ?? '';

function TrailOfAddress() {
  const trailId = useTrailId();
  // Requested in parallel with the trail, because the form needs both.
  usePrefetchQuery(aiTools);
  const { data: detail, error } = useSuspenseQuery(trailDetail(trailId));
  // The trail was deleted while the page was open, so nothing can be saved any more.
  if (isProblem(error, 'not-found')) throw error;
  return <Trail key={trailId} detail={detail} />;
}

function Trail({ detail }: { readonly detail: TrailDetail }) {
  const draft = useDraft(detail);
  const [last, setRun] = useState<RunOver>();
  const run = isSame(last?.examples, draft.mine.trigger.examples) ? last?.run : undefined;
  useHotkeys(
    [
      ['mod+Z', draft.undo],
      ['mod+shift+Z', draft.redo],
      ['mod+Y', draft.redo],
    ],
    [],
  );
  return (
    <Page
      title={draft.mine.title || t('Untitled')}
      crumbs={[{ label: t('Trails'), to: '/write' }]}
      lead={<StateLine detail={detail} draft={draft} />}
      actions={<TrailActions detail={detail} draft={draft} />}
    >
      {draft.conflict !== undefined ? (
        <Suspense fallback={<Loading />}>
          <ConflictView draft={draft} conflict={draft.conflict} isArchived={detail.status === 'archived'} />
        </Suspense>
      ) : (
        <>
          <PublishingNotes detail={detail} />
          <Parts detail={detail} draft={draft} run={run} setRun={setRun} />
        </>
      )}
    </Page>
  );
}

interface PartsProps {
  readonly detail: TrailDetail;
  readonly draft: Draft;
  readonly run: ExampleRun | undefined;
  readonly setRun: (run: RunOver) => void;
}

const OF_AUTHORS: ReadonlySet<string> = new Set(['access', 'feedback']);

function Parts({ detail, draft, run, setRun }: PartsProps) {
  const [address, go] = useAddress(TRAIL);
  // Access and feedback are for authors, not for editors of single trails.
  const isAuthor = canWrite(useSession());
  const tab = isAuthor || !OF_AUTHORS.has(address.tab) ? address.tab : 'edit';
  // Renders the form after the header, in the background, so that the page responds early.
  const isHeadDrawn = useDeferredValue(true, false);
  return (
    <Tabs value={tab} onChange={(next) => go({ tab: valueIn(TRAIL.tab, next) }, { push: true })} keepMounted={false}>
      <TabRow open={tab} mb="md">
        <Tabs.Tab value="edit">{t('Edit')}</Tabs.Tab>
        <Tabs.Tab value="surfacing">{t('Surfacing')}</Tabs.Tab>
        <Tabs.Tab value="versions">{t('Versions')}</Tabs.Tab>
        {isAuthor && <Tabs.Tab value="access">{t('Access and owner')}</Tabs.Tab>}
        {isAuthor && <Tabs.Tab value="feedback">{t('Feedback')}</Tabs.Tab>}
      </TabRow>
      <Suspense fallback={<Loading />}>
        <Tabs.Panel value="edit">
          {isHeadDrawn ? <Writing detail={detail} draft={draft} run={run} /> : <Loading />}
        </Tabs.Panel>
        <Tabs.Panel value="surfacing">
          <Bench detail={detail} draft={draft} run={run} setRun={setRun} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <Versions detail={detail} draft={draft} />
        </Tabs.Panel>
        <Tabs.Panel value="access">
          <Access detail={detail} />
        </Tabs.Panel>
        <Tabs.Panel value="feedback">
          <FeedbackCounts trailId={detail.id} />
        </Tabs.Panel>
      </Suspense>
    </Tabs>
  );
}

/** True a moment after mounting, so that the form renders before its preview. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
}

interface Preview {
  readonly isShown: boolean;
  /** True if the person just opened the preview. It scrolls into view. */
  readonly isAsked: boolean;
  readonly toggle: () => void;
  /** Hides the preview and scrolls back to where the person opened it. */
  readonly leave: () => void;
}

/** Whether the preview is shown, as last chosen in this browser. By default it is if there is room next to the form. */
function usePreview(): Preview {
  const [isShown, show] = useLocalStorage({
    key: 'cairn.editor.preview',
    defaultValue: window.matchMedia('(min-width: 75em)').matches,
  });
  const [askedAt, setAskedAt] = useState<number>();
  const toggle = (): void => {
    setAskedAt(isShown ? undefined : window.scrollY);
    show(!isShown);
  };
  const leave = (): void => {
    toggle();
    // Wait until the preview is gone, because the browser keeps the visible content in place (scroll anchoring).
    requestAnimationFrame(() => window.scrollTo({ top: askedAt ?? 0, behavior: 'instant' }));
  };
  return { isShown, isAsked: askedAt !== undefined, toggle, leave };
}

/** The form with the preview next to it. */
function Writing({ detail, draft, run }: Omit<PartsProps, 'setRun'>) {
  const { data: tools } = useSuspenseQuery(aiTools);
  const preview = usePreview();
  const isIdle = useIdle();
  const tooLong = overLimits(draft.mine);
  const isArchived = detail.status === 'archived';
  // Archived trails cannot be edited, so show no issues.
  const found = useIssues(draft, detail);
  const issues = isArchived ? [] : [...tooLong, ...draft.refused, ...found];
  return (
    <div className="editor" data-preview={preview.isShown}>
      <div className="editor-form">
        <Restored draft={draft} />
        <Group mb="md" align="flex-end" wrap="wrap-reverse">
          <div style={{ flex: '1 1 260px', minWidth: 0 }}>
            {!isArchived && <Findings issues={issues} detail={draft.isDirty ? undefined : detail} />}
          </div>
          <PreviewButton preview={preview} />
        </Group>
        <Editor
          trailId={detail.id}
          document={draft.mine}
          change={draft.change}
          update={draft.update}
          issues={issues}
          providers={tools.items}
          run={run}
          readOnly={isArchived}
        />
        <UnsavedBar draft={draft} obstacle={tooLong[0]?.field} isArchived={isArchived} />
      </div>
      {preview.isShown && isIdle && (
        <Suspense fallback={<Loading />}>
          <EditorPreview document={draft.mine} isAsked={preview.isAsked} leave={preview.leave} />
        </Suspense>
      )}
    </div>
  );
}

/** Says that unsaved changes were restored, and offers to discard them. */
function Restored({ draft }: { readonly draft: Draft }) {
  if (draft.restoredFrom === undefined || !draft.isDirty) return null;
  return (
    <Alert color="yellow" variant="light" mb="md" title={t('Your unsaved changes are back')}>
      <Group justify="space-between">
        {rich('Made on {time}, kept in this browser.<button>Discard them</button>', {
          time: exactly(draft.restoredFrom),
          button: (text) => (
            <Button size="xs" variant="default" onClick={draft.discard}>
              {text}
            </Button>
          ),
        })}
      </Group>
    </Alert>
  );
}

function PreviewButton({ preview: { isShown, toggle } }: { readonly preview: Preview }) {
  return (
    <Button
      mt={8}
      size="xs"
      variant="default"
      aria-pressed={isShown}
      leftSection={isShown ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
      onClick={toggle}
    >
      {isShown ? t('Hide preview') : t('Preview')}
    </Button>
  );
}
