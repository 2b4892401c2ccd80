// The audience of a live trail: everyone, or groups and people with access.
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/RadioCard.css';
import { Alert, Button, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { decide } from '../../api/publishing.ts';
import { canManage, isOperating, useSession } from '../../api/session.ts';
import { type TrailDetail, trailDetail, updateTrail } from '../../api/trails.ts';
import { busy } from '../../parts/forms/busy.ts';
import { Section } from '../../parts/forms/section.tsx';
import { t } from '../../parts/texts/t.ts';
import { TrailPeople } from '../audience/trail-people.tsx';
import { WhoSees } from '../audience/who-sees.tsx';
import { Care } from './care.tsx';
import { TeamGrants } from './team-grants.tsx';

export function Access({ detail }: { readonly detail: TrailDetail }) {
  const session = useSession();
  const isService = isOperating(session);
  const isArchived = detail.status === 'archived';
  const [isAsking, setIsAsking] = useState(false);
  const changing = useChange((visibility: TrailDetail['visibility']) => updateTrail(detail.id, { visibility }), {
    refresh: [trailDetail(detail.id).queryKey, ['trails', 'list']],
    done: t('Saved.'),
    onProblem: ({ members: { missing } }) => {
      const needsApproval = Array.isArray(missing) && missing.includes('approval');
      setIsAsking(needsApproval);
      return needsApproval;
    },
  });
  return (
    <Stack gap="md">
      <Section
        title={t('Who sees it')}
        hint={
          isArchived
            ? t('No one while it is archived. You can change this once the trail is restored.')
            : t('Applies immediately while the trail is live.')
        }
      >
        <Radio.Group aria-label={t('Who sees it')} value={detail.visibility} onChange={changing.mutate}>
          <Stack gap="xs">
            <Radio
              value="all_teams"
              {...busy(changing.isPending, isArchived)}
              label={isService ? t('Every workspace') : t('Every member of the workspace')}
            />
            <Radio
              value="restricted"
              {...busy(changing.isPending, isArchived)}
              label={isService ? t('Only workspaces with access') : t('Only people with access')}
            />
          </Stack>
        </Radio.Group>
        {isAsking && detail.visibility === 'restricted' && <AskToOpen detail={detail} />}
      </Section>
      {isService && detail.visibility === 'restricted' && <TeamGrants detail={detail} />}
      {!isService && (
        <>
          <TrailPeople detail={detail} />
          {canManage(session) && !isArchived && <WhoSees trailId={detail.id} isLive={detail.status === 'live'} />}
          <Care trailId={detail.id} isArchived={isArchived} />
        </>
      )}
    </Stack>
  );
}

/** If the workspace requires approvals, opening a live trail to everyone needs one. */
function AskToOpen({ detail }: { readonly detail: TrailDetail }) {
  const asking = useChange(() => decide(detail.id, 'request', detail.revision, '', { audience: 'all_teams' }), {
    refresh: [trailDetail(detail.id).queryKey, ['trails', 'list']],
    done: t('Approval requested. Once it is approved, choose the audience again.'),
  });
  return (
    <Alert color="yellow" variant="light" title={t('Another person must approve this')} role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {detail.has_unpublished_changes
            ? t(
                'The draft has changed since it was published. Publish it first, because an approval covers the revision that employees see.',
              )
            : t('The trail is live and would be shown to more people than it was approved for.')}
        </Text>
        {!detail.has_unpublished_changes && (
          <Button size="xs" loading={asking.isPending} onClick={() => asking.mutate(undefined)}>
            {t('Ask for approval to show it to everyone')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
