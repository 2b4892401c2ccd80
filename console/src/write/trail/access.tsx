// The audience of a live trail: everyone, or people with access.
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/RadioCard.css';
import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Person, PersonPicker } from '../../admin/person-picker.tsx';
import { useChange } from '../../api/change.ts';
import { decide } from '../../api/publishing.ts';
import { isOperating, useSession } from '../../api/session.ts';
import {
  addGrant,
  type Grant,
  grantList,
  removeGrant,
  type TrailDetail,
  trailDetail,
  updateTrail,
} from '../../api/trails.ts';
import { offerUndoOf } from '../../parts/dialogs/undo.tsx';
import { busy } from '../../parts/forms/busy.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { Care } from './care.tsx';
import { GrantRows } from './grant-rows.tsx';
import { TeamGrants } from './team-grants.tsx';

export function Access({ detail }: { readonly detail: TrailDetail }) {
  const isService = isOperating(useSession());
  const isArchived = detail.status === 'archived';
  const [isAsking, setIsAsking] = useState(false);
  const changing = useChange((visibility: TrailDetail['visibility']) => updateTrail(detail.id, { visibility }), {
    refresh: [trailDetail(detail.id).queryKey, ['trails', 'list']],
    done: 'Saved.',
    onProblem: ({ members: { missing } }) => {
      const needsApproval = Array.isArray(missing) && missing.includes('approval');
      setIsAsking(needsApproval);
      return needsApproval;
    },
  });
  return (
    <Stack gap="md">
      <Section
        title="Who sees it"
        hint={
          isArchived
            ? 'No one while it is archived. You can change this once the trail is restored.'
            : 'Applies immediately while the trail is live.'
        }
      >
        <Radio.Group aria-label="Who sees it" value={detail.visibility} onChange={changing.mutate}>
          <Stack gap="xs">
            <Radio
              value="all_teams"
              {...busy(changing.isPending, isArchived)}
              label={isService ? 'Every workspace' : 'Every member of the workspace'}
            />
            <Radio
              value="restricted"
              {...busy(changing.isPending, isArchived)}
              label={isService ? 'Only workspaces with access' : 'Only people with access'}
            />
          </Stack>
        </Radio.Group>
        {isAsking && detail.visibility === 'restricted' && <AskToOpen detail={detail} />}
      </Section>
      {detail.visibility === 'restricted' && (isService ? <TeamGrants detail={detail} /> : <People detail={detail} />)}
      {!isService && <Care trailId={detail.id} isArchived={isArchived} />}
    </Stack>
  );
}

/** If the workspace requires approvals, opening a live trail to everyone needs one. */
function AskToOpen({ detail }: { readonly detail: TrailDetail }) {
  const asking = useChange(() => decide(detail.id, 'request', detail.revision, '', { audience: 'all_teams' }), {
    refresh: [trailDetail(detail.id).queryKey, ['trails', 'list']],
    done: 'Approval requested. Once it is approved, choose the audience again.',
  });
  return (
    <Alert color="yellow" variant="light" title="Another person must approve this" role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {detail.has_unpublished_changes
            ? 'The draft has changed since it was published. Publish it first, because an approval covers the revision that employees see.'
            : 'The trail is live and would be shown to more people than it was approved for.'}
        </Text>
        {!detail.has_unpublished_changes && (
          <Button size="xs" loading={asking.isPending} onClick={() => asking.mutate(undefined)}>
            Ask for approval to show it to everyone
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function People({ detail }: { readonly detail: TrailDetail }) {
  const grants = useQuery(grantList(detail.id));
  const isArchived = detail.status === 'archived';
  const [chosen, choose] = useState<Person>();
  const refresh = [grantList(detail.id).queryKey, trailDetail(detail.id).queryKey];
  const grant = (email: string) => addGrant(detail.id, email);
  const adding = useChange(grant, { refresh, done: 'Access granted.', after: () => choose(undefined) });
  // Does not clear the selection for the next grant.
  const bringingBack = useChange(grant, { refresh, done: 'Back again.' });
  const removing = useChange((id: string) => removeGrant(detail.id, id), { refresh });
  const remove = async (grant: Grant, name: string): Promise<void> => {
    if (grant.kind !== 'user') return;
    const { user_id, email } = grant;
    await offerUndoOf(removing.mutateAsync(user_id), `${name} no longer has access.`, () => bringingBack.mutate(email));
  };
  return (
    <Section title="Granted access" hint="Only active members of the workspace can be granted access.">
      {!isArchived && (
        <Group align="flex-end">
          <PersonPicker
            label="Person"
            value={chosen?.user_id ?? null}
            onChange={(_, person) => choose(person)}
            named={chosen}
            forAuthors
          />
          <Button
            loading={adding.isPending}
            disabled={!chosen?.email}
            onClick={() => chosen?.email && adding.mutate(chosen.email)}
          >
            Grant access
          </Button>
        </Group>
      )}
      <Answered of={grants} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <Text c="dimmed">No one yet, so no employee sees this trail.</Text>
          ) : (
            <GrantRows grants={list} remove={isArchived ? undefined : remove} />
          )
        }
      </Answered>
    </Section>
  );
}
