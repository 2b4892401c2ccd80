// The managers of a group.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { changeGroupManagers, type GroupPage } from '../../api/directory.ts';
import { offerUndoOf } from '../../parts/dialogs/undo.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { RemoveButton } from '../../parts/lists/remove-button.tsx';
import { PersonPicker } from '../person-picker.tsx';

export function GroupManagers({ group }: { readonly group: GroupPage }) {
  const [chosen, choose] = useState<string | null>(null);
  const ids = group.managers.map(({ user_id }) => user_id);
  const refresh = [['groups']];
  const set = (change: { add?: string[]; remove?: string[] }) => changeGroupManagers(group.id, change);
  const adding = useChange(set, { refresh, done: 'Added.', after: () => choose(null) });
  // Does not clear the selection for the next person.
  const removing = useChange(set, { refresh });
  const bringingBack = useChange(set, { refresh, done: 'Back again.' });
  const remove = (id: string, name: string): Promise<void> =>
    offerUndoOf(removing.mutateAsync({ remove: [id] }), `${name} no longer looks after the group.`, () =>
      bringingBack.mutate({ add: [id] }),
    );
  return (
    <Section title="Managers" hint="They manage the group inside the service.">
      {group.managers.length === 0 && <Text c="dimmed">No one yet.</Text>}
      {group.managers.map(({ user_id, name, email }) => (
        <Group key={user_id} justify="space-between">
          <Text>{name || email}</Text>
          <RemoveButton
            label={`${name || email} no longer looks after the group`}
            remove={() => remove(user_id, name || email || 'The person')}
          />
        </Group>
      ))}
      <Group align="flex-end">
        <PersonPicker label="Add a manager" value={chosen} onChange={choose} />
        <Button
          variant="default"
          disabled={chosen === null || ids.includes(chosen)}
          loading={adding.isPending}
          onClick={() => chosen !== null && adding.mutate({ add: [chosen] })}
        >
          Add
        </Button>
      </Group>
    </Section>
  );
}
