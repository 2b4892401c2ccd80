// The groups and people with access to a trail.
import '@mantine/core/styles/Checkbox.css';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addTrailGroup,
  changeTrailGroup,
  changeTrailPerson,
  type Reach,
  removeTrailGroup,
  type TrailGroup,
  type TrailPerson,
  trailGroups,
} from '../../api/audiences.ts';
import { useChange } from '../../api/change.ts';
import { decide } from '../../api/publishing.ts';
import { addGrant, removeGrant, type TrailDetail, trailDetail } from '../../api/trails.ts';
import { offerUndoOf } from '../../parts/dialogs/undo.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { AudiencePicker, type Grantee } from './audience-picker.tsx';
import { type GranteeActions, GranteeRows, nameOf } from './grantee-rows.tsx';

type Rights = { readonly reach?: Reach; readonly edits?: boolean };

export function TrailPeople({ detail }: { readonly detail: TrailDetail }) {
  const audience = useQuery(trailGroups(detail.id));
  const isArchived = detail.status === 'archived';
  const isRestricted = detail.visibility === 'restricted';
  const [chosen, choose] = useState<Grantee>();
  const [waiting, setWaiting] = useState<Grantee>();
  const refresh = [trailDetail(detail.id).queryKey, ['trails', 'list'], ['groups']];
  const adding = useChange((to: Grantee) => grant(detail.id, to), {
    refresh,
    done: t('Access granted.'),
    after: () => choose(undefined),
    onProblem: ({ members: { missing } }) => {
      const needsApproval = Array.isArray(missing) && missing.includes('approval');
      setWaiting(needsApproval ? chosen : undefined);
      return needsApproval;
    },
  });
  const actions = useActions(detail.id, refresh);
  return (
    <Section
      title={t('Granted access')}
      hint={
        isRestricted
          ? t('Future members of a group get it too. Featured trails come first on their home page.')
          : t('Everyone sees this trail. Here you feature it for a group, or choose who can edit it.')
      }
    >
      {!isArchived && (
        <Group align="flex-end">
          <AudiencePicker label={t('Group or person')} value={chosen} onChange={choose} />
          <Button
            loading={adding.isPending}
            disabled={chosen === undefined || (chosen.kind === 'person' && chosen.email === null)}
            onClick={() => chosen && adding.mutate(chosen)}
          >
            {t('Grant access')}
          </Button>
        </Group>
      )}
      {waiting !== undefined && <AskForGroup detail={detail} group={waiting} done={() => setWaiting(undefined)} />}
      <Answered of={audience} rows={2}>
        {({ items, people, audience_count }) =>
          audience_count === 0 ? (
            <Text c="dimmed">
              {isRestricted ? t('No one yet, so no employee sees this trail.') : t('No groups or people yet.')}
            </Text>
          ) : (
            <>
              <Counted groups={items.length} people={people.length} />
              <GranteeRows groups={items} people={people} actions={isArchived ? undefined : actions} />
            </>
          )
        }
      </Answered>
    </Section>
  );
}

/** Nothing if only sets open the trail. */
const Counted = (counts: { readonly groups: number; readonly people: number }) =>
  counts.groups + counts.people > 0 && (
    <Text size="sm" c="dimmed">
      {t('{groups, plural, one {# group} other {# groups}} and {people, plural, one {# person} other {# people}}', {
        groups: counts.groups,
        people: counts.people,
      })}
    </Text>
  );

const grant = (trailId: string, { kind, id, email }: Grantee): Promise<unknown> =>
  kind === 'group' ? addTrailGroup(trailId, id) : addGrant(trailId, email ?? '');

function useActions(trailId: string, refresh: readonly (readonly unknown[])[]): GranteeActions {
  const changing = useChange(
    ({ groupId, rights }: { groupId: string; rights: Rights }) => changeTrailGroup(trailId, groupId, rights),
    { refresh, done: t('Saved.') },
  );
  const editing = useChange(
    ({ userId, edits }: { userId: string; edits: boolean }) => changeTrailPerson(trailId, userId, edits),
    { refresh, done: t('Saved.') },
  );
  const removing = useChange((one: TrailGroup | TrailPerson) => remove(trailId, one), { refresh });
  const bringingBack = useChange((one: TrailGroup | TrailPerson) => bringBack(trailId, one), {
    refresh,
    done: t('Back again.'),
  });
  const removeOne = (one: TrailGroup | TrailPerson, name: string): Promise<void> =>
    offerUndoOf(removing.mutateAsync(one), t('{name} no longer has access.', { name }), () => bringingBack.mutate(one));
  return {
    isPending: changing.isPending || editing.isPending,
    changeGroup: (groupId, rights) => changing.mutate({ groupId, rights }),
    changePerson: (userId, edits) => editing.mutate({ userId, edits }),
    removeGroup: (group) => removeOne(group, group.name),
    removePerson: (person) => removeOne(person, nameOf(person)),
  };
}

const remove = (trailId: string, one: TrailGroup | TrailPerson): Promise<unknown> =>
  'group_id' in one ? removeTrailGroup(trailId, one.group_id) : removeGrant(trailId, one.user_id);

/** Restores the access with its rights. */
async function bringBack(trailId: string, one: TrailGroup | TrailPerson): Promise<void> {
  if ('group_id' in one) {
    const { group_id, reach, edits } = one;
    await addTrailGroup(trailId, group_id, { reach, edits });
    return;
  }
  await addGrant(trailId, one.email ?? '');
  if (one.edits) await changeTrailPerson(trailId, one.user_id, true);
}

interface AskForGroupProps {
  readonly detail: TrailDetail;
  readonly group: Grantee;
  readonly done: () => void;
}

/** If the workspace requires approvals, opening a live trail to another group needs one. */
function AskForGroup({ detail, group, done }: AskForGroupProps) {
  const { data } = useQuery(trailGroups(detail.id));
  const groups = [...(data?.items ?? []).map(({ group_id }) => group_id), group.id];
  const asking = useChange(
    () => decide(detail.id, 'request', detail.revision, '', { audience: 'restricted', groups }),
    {
      refresh: [trailDetail(detail.id).queryKey, ['trails', 'list']],
      done: t('Approval requested. Once it is approved, grant the access again.'),
      after: done,
    },
  );
  return (
    <Alert color="yellow" variant="light" title={t('Another person must approve this')} role="status">
      <Text size="sm" mb="xs">
        {detail.has_unpublished_changes
          ? t(
              'The draft has changed since it was published. Publish it first, because an approval covers the revision that employees see.',
            )
          : t('The trail is live, and {group} was not part of the approval.', { group: group.name })}
      </Text>
      {!detail.has_unpublished_changes && (
        <Button size="xs" loading={asking.isPending} onClick={() => asking.mutate(undefined)}>
          {t('Ask for approval to open it to {group}', { group: group.name })}
        </Button>
      )}
    </Alert>
  );
}
