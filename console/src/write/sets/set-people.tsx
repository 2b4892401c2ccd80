// The audience of a set. A grant opens all trails of the set, also those that join it later.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Reach, TrailGroup, TrailPerson } from '../../api/audiences.ts';
import { useChange } from '../../api/change.ts';
import { putSetGroup, putSetPerson, removeSetGroup, removeSetPerson, type TrailSetPage } from '../../api/sets.ts';
import { offerUndoOf } from '../../parts/dialogs/undo.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { t } from '../../parts/texts/t.ts';
import { AudiencePicker, type Grantee } from '../audience/audience-picker.tsx';
import { type GranteeActions, GranteeRows, nameOf } from '../audience/grantee-rows.tsx';
import { AskForSet, lacksApproval } from './ask-for-set.tsx';

type Change =
  | { readonly kind: 'group'; readonly id: string; readonly reach: Reach; readonly edits: boolean }
  | { readonly kind: 'person'; readonly id: string; readonly edits: boolean };

export function SetPeople({ set }: { readonly set: TrailSetPage }) {
  const [chosen, choose] = useState<Grantee>();
  const refresh = [['sets'], ['trails'], ['groups']];
  const put = (change: Change) => save(set, change);
  const [waiting, setWaiting] = useState<string>();
  const adding = useChange(put, {
    refresh,
    done: t('Access granted.'),
    after: () => choose(undefined),
    onProblem: (problem) => {
      const waits = lacksApproval(problem) && chosen !== undefined;
      setWaiting(waits ? chosen.id : undefined);
      return waits;
    },
  });
  const actions = useActions(set, refresh);
  return (
    <Section title={t('For')} hint={t('A group or person here sees all trails of the set, and those added later.')}>
      <Group align="flex-end">
        <AudiencePicker label={t('Group or person')} value={chosen} onChange={choose} />
        <Button
          disabled={chosen === undefined}
          loading={adding.isPending}
          onClick={() =>
            chosen && adding.mutate({ kind: chosen.kind, id: chosen.id, reach: 'available', edits: false })
          }
        >
          {t('Grant access')}
        </Button>
      </Group>
      {waiting !== undefined && (
        <AskForSet setId={set.id} wanted={{ group_ids: [waiting] }} done={() => setWaiting(undefined)} />
      )}
      {set.audience_count === 0 ? (
        <Text c="dimmed">{t('Everyone finds the set with the trails they already see. It opens no trail.')}</Text>
      ) : (
        <GranteeRows groups={set.groups} people={set.people} actions={actions} />
      )}
    </Section>
  );
}

function useActions(set: TrailSetPage, refresh: readonly (readonly unknown[])[]): GranteeActions {
  const changing = useChange((change: Change) => save(set, change), { refresh, done: t('Saved.') });
  const removing = useChange(
    (one: Change) =>
      one.kind === 'group' ? removeSetGroup(set.id, one.id, one) : removeSetPerson(set.id, one.id, one.edits),
    { refresh },
  );
  const remove = (one: Change, name: string): Promise<void> =>
    offerUndoOf(removing.mutateAsync(one), t('{name} no longer has access.', { name }), () => changing.mutate(one));
  return {
    isPending: changing.isPending,
    changeGroup: (id, rights) => {
      const group = set.groups.find(({ group_id }) => group_id === id);
      if (group !== undefined)
        changing.mutate({ kind: 'group', id, reach: group.reach, edits: group.edits, ...rights });
    },
    changePerson: (id, edits) => changing.mutate({ kind: 'person', id, edits }),
    removeGroup: (group) => remove(changeOfGroup(group), group.name),
    removePerson: (person) => remove(changeOfPerson(person), nameOf(person)),
  };
}

/** Another person's change in the meantime is kept. */
const save = ({ id, groups, people }: TrailSetPage, change: Change): Promise<unknown> =>
  change.kind === 'group'
    ? putSetGroup(
        id,
        change.id,
        change,
        groups.find(({ group_id }) => group_id === change.id),
      )
    : putSetPerson(id, change.id, change.edits, people.find(({ user_id }) => user_id === change.id)?.edits);

const changeOfGroup = ({ group_id: id, reach, edits }: TrailGroup): Change => ({ kind: 'group', id, reach, edits });
const changeOfPerson = ({ user_id: id, edits }: TrailPerson): Change => ({ kind: 'person', id, edits });
