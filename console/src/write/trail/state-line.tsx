// The line below the title of a trail: its status, revision and what to do next.
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Issue } from '../../api/problem.ts';
import { trailApproval } from '../../api/publishing.ts';
import { canWrite, useSession } from '../../api/session.ts';
import type { TrailDetail } from '../../api/trails.ts';
import { TrailUse } from '../../insight/trail-use.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { useIssues } from '../draft/checks.tsx';
import { Ago } from '../draft/saved-line.tsx';
import type { Draft } from '../draft/use-draft.ts';
import { needsApproval } from '../publishing/needs-approval.ts';
import { TrailStatusWord } from './trail-status.tsx';

interface StateLineProps {
  readonly detail: TrailDetail;
  readonly draft: Draft;
}

export function StateLine({ detail, draft }: StateLineProps) {
  const session = useSession();
  const approval = useQuery(trailApproval(detail.id, detail.revision)).data;
  const issues = useIssues(draft, detail);
  return (
    <Group gap="sm">
      <TrailStatusWord trail={detail} />
      <span>
        {draft.isDirty
          ? t('Revision {revision}, with unsaved changes.', { revision: draft.revision })
          : t('Revision {revision}.', { revision: draft.revision })}{' '}
        {stateText({ detail, draft }, issues, needsApproval(detail, approval))}.{' '}
        {!draft.isDirty && draft.savedAt !== undefined && rich('Saved {ago}.', { ago: <Ago at={draft.savedAt} /> })}
      </span>
      {detail.status === 'live' && canWrite(session) && <TrailUse trailId={detail.id} />}
    </Group>
  );
}

/** The trail's state in a sentence. */
function stateText({ detail, draft }: StateLineProps, issues: readonly Issue[], waits: boolean): string {
  if (detail.status === 'archived') return t('Archived: employees cannot see it, and no one can edit it');
  const blocking = issues.filter(({ severity }) => severity === 'error').length;
  const isSeen = detail.status === 'live' && !detail.has_unpublished_changes && !draft.isDirty;
  if (isSeen) return t('Employees see this version');
  if (blocking > 0)
    return t('{blocking, plural, one {# problem} other {# problems}} to fix before publishing', { blocking });
  if (detail.status !== 'live') return waits ? t('Ready for approval') : t('Ready to publish');
  const version = { version: detail.published_version };
  if (draft.isDirty) return t('Employees see version {version}', version);
  return waits
    ? t('Employees see version {version}; the changes need approval', version)
    : t('Employees see version {version}; the changes can be published', version);
}
