// Actions for the whole trail: save, publish, and rarer ones that ask first.
import { ActionIcon, Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArchiveOff, IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { type Approval, trailApproval } from '../../api/publishing.ts';
import { canPublish, canWrite, useSession } from '../../api/session.ts';
import type { TrailDetail } from '../../api/trails.ts';
import { LateMenu } from '../../parts/dialogs/late-menu.tsx';
import { late } from '../../parts/page/late.tsx';
import { t } from '../../parts/texts/t.ts';
import type { Draft } from '../draft/use-draft.ts';
import { mayDecide, needsApproval } from '../publishing/needs-approval.ts';
import type { Dialog } from './trail-dialogs.tsx';
import { useStatusChange } from './use-status-change.ts';

// Loaded on first use.
const TrailDialogs = late(() => import('./trail-dialogs.tsx').then((file) => file.TrailDialogs));

const menu = () => import('./trail-menu.tsx');
const TrailMenu = late(() => menu().then((file) => file.TrailMenu));

interface TrailActionsProps {
  readonly detail: TrailDetail;
  readonly draft: Draft;
}

export function TrailActions({ detail, draft }: TrailActionsProps) {
  const session = useSession();
  const mayPublish = canPublish(session);
  const [dialog, setDialog] = useState<Dialog>();
  const [wasOpen, setWasOpen] = useState(false);
  const open = (next: Dialog | undefined): void => {
    setDialog(next);
    if (next !== undefined) setWasOpen(true);
  };
  const isArchived = detail.status === 'archived';
  const changing = useStatusChange(detail);
  useHotkeys([['mod+S', () => draft.isDirty && !isArchived && draft.save()]], []);
  return (
    <>
      {!isArchived && (
        <Button
          variant="default"
          onClick={draft.save}
          loading={draft.isSaving}
          disabled={!draft.isDirty || draft.conflict !== undefined}
        >
          {t('Save draft')}
        </Button>
      )}
      {!isArchived && <Primary detail={detail} draft={draft} open={open} />}
      {isArchived && mayPublish && (
        <Button
          variant="default"
          leftSection={<IconArchiveOff size={16} aria-hidden />}
          loading={changing.isPending}
          onClick={() => changing.mutate('unarchive')}
        >
          {t('Restore from archive')}
        </Button>
      )}
      {canWrite(session) && (
        <LateMenu
          preload={menu}
          button={
            <ActionIcon variant="default" size={36} aria-label={t('More actions')}>
              <IconDots size={18} />
            </ActionIcon>
          }
          menu={(parts) => (
            <TrailMenu detail={detail} isIdle={draft.isDirty || !hasNews(detail)} open={open} {...parts} />
          )}
        />
      )}
      {wasOpen && (
        <Suspense>
          <TrailDialogs detail={detail} dialog={dialog} close={() => open(undefined)} drop={() => setWasOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const hasNews = ({ status, has_unpublished_changes }: TrailDetail): boolean =>
  status !== 'live' || has_unpublished_changes;

/** True if there is a request to show the live trail to everyone. */
const waitsToOpen = ({ visibility }: TrailDetail, approval: Approval | undefined): boolean =>
  visibility === 'restricted' && approval?.audience === 'all_teams' && approval.state === 'requested';

/** The main button: publish or, if an approval is missing, ask for it or give it. */
function Primary({ detail, draft, open }: TrailActionsProps & { readonly open: (dialog: Dialog) => void }) {
  const mayPublish = canPublish(useSession());
  const approval = useQuery(trailApproval(detail.id, detail.revision)).data;
  const hasMore = hasNews(detail) || waitsToOpen(detail, approval);
  const isIdle = draft.isDirty || !hasMore;
  if (needsApproval(detail, approval) && hasMore) {
    if (mayDecide(approval, mayPublish))
      return (
        <Button onClick={() => open('review')} disabled={isIdle}>
          {t('Review')}
        </Button>
      );
    const isBlocked = detail.publish_issues.some(({ severity }) => severity === 'error');
    return (
      <Button onClick={() => open('ask')} disabled={isIdle || isBlocked || approval.state === 'requested'}>
        {approval.state === 'requested' ? t('Waits for approval') : t('Ask for approval')}
      </Button>
    );
  }
  if (!mayPublish) return null;
  return (
    <Button onClick={() => open('publish')} disabled={isIdle}>
      {detail.status === 'live' ? t('Publish changes') : t('Publish')}
    </Button>
  );
}
