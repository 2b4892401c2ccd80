// One trail for its authors: editor, surfacing bench, versions, access.
import { Alert, Anchor, Button, Group, Tabs } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { authoringGuide, type ExampleRun, type TrailDetail, trailDetail } from '../api/trails.ts';
import { exactly } from '../parts/instant.tsx';
import { Page } from '../parts/page.tsx';
import { Access } from './access.tsx';
import { Bench } from './bench.tsx';
import { issuesOf } from './checks.tsx';
import { ConflictView } from './conflict-view.tsx';
import { Editor } from './editor.tsx';
import { FeedbackCounts } from './feedback-counts.tsx';
import { TrailActions } from './trail-actions.tsx';
import { TrailStatusWord } from './trail-status.tsx';
import { UnsavedBar } from './unsaved-bar.tsx';
import { type Draft, useDraft } from './use-draft.ts';
import { Versions } from './versions.tsx';

export function TrailPage() {
  const { trailId = '' } = useParams({ strict: false }) as { trailId?: string };
  const { data: detail } = useSuspenseQuery(trailDetail(trailId));
  return <Desk key={trailId} detail={detail} />;
}

function Desk({ detail }: { readonly detail: TrailDetail }) {
  const draft = useDraft(detail);
  const [run, setRun] = useState<ExampleRun>();
  const change = (next: Draft['mine']): void => {
    if (next.trigger.examples !== draft.mine.trigger.examples) setRun(undefined);
    draft.change(next);
  };
  return (
    <Page
      title={draft.mine.title || 'Untitled'}
      above={
        <Group gap="sm">
          <Anchor component={Link} to="/write" size="sm">
            All trails
          </Anchor>
          <TrailStatusWord trail={detail} />
        </Group>
      }
      lead={<StandingLine detail={detail} draft={draft} />}
      actions={<TrailActions detail={detail} draft={draft} />}
    >
      {draft.conflict !== undefined ? (
        <ConflictView draft={draft} conflict={draft.conflict} />
      ) : (
        <Parts detail={detail} draft={{ ...draft, change }} run={run} setRun={setRun} />
      )}
    </Page>
  );
}

function StandingLine({ detail, draft }: { readonly detail: TrailDetail; readonly draft: Draft }) {
  const issues = issuesOf(draft, detail);
  const blocking = issues.filter(({ severity }) => severity === 'error').length;
  const isSeen = detail.status === 'live' && !detail.has_unpublished_changes && !draft.isDirty;
  const standing =
    blocking > 0
      ? `${blocking} ${blocking === 1 ? 'thing stands' : 'things stand'} in the way of publishing`
      : issues.length > 0
        ? `Ready to publish; ${issues.length} ${issues.length === 1 ? 'thing' : 'things'} could be better`
        : isSeen
          ? 'Employees see it as it stands'
          : 'Ready to publish';
  return `Revision ${draft.revision}${draft.isDirty ? ', with unsaved changes kept in this browser' : ''}. ${standing}.`;
}

interface PartsProps {
  readonly detail: TrailDetail;
  readonly draft: Draft;
  readonly run: ExampleRun | undefined;
  readonly setRun: (run: ExampleRun) => void;
}

function Parts({ detail, draft, run, setRun }: PartsProps) {
  const { data: guide } = useSuspenseQuery(authoringGuide);
  return (
    <Tabs defaultValue="edit" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="edit">Edit</Tabs.Tab>
        <Tabs.Tab value="surfacing">Surfacing</Tabs.Tab>
        <Tabs.Tab value="versions">Versions</Tabs.Tab>
        <Tabs.Tab value="access">Access</Tabs.Tab>
        <Tabs.Tab value="feedback">Feedback</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="edit">
        {draft.restoredFrom !== undefined && draft.isDirty && (
          <Alert color="yellow" variant="light" mb="md" title="Your unsaved changes are back">
            <Group justify="space-between">
              Made on {exactly(draft.restoredFrom)}, kept in this browser.
              <Button size="xs" variant="default" onClick={draft.discard}>
                Drop them
              </Button>
            </Group>
          </Alert>
        )}
        <Editor
          trailId={detail.id}
          document={draft.mine}
          change={draft.change}
          issues={issuesOf(draft, detail)}
          providers={guide.providers}
          run={run}
          readOnly={detail.status === 'archived'}
        />
        <UnsavedBar draft={draft} />
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
    </Tabs>
  );
}
