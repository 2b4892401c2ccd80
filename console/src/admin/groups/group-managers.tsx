// The managers of a group.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { changeGroupManagers, type GroupPage } from '../../api/directory.ts';
import { offerUndoOf } from '../../parts/dialogs/undo.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { RemoveButton } from '../../parts/lists/remove-button.tsx';
import { t } from '../../parts/texts/t.ts';
import { PersonPicker } from '../person-picker.tsx';

export function GroupManagers({ group }: { readonly group: GroupPage }) {
  const [chosen, choose] = useState<string | null>(null);
  const ids = group.managers.map(({ user_id }) => user_id);
  const refresh = [['groups']];
  const set = (change: { add?: string[]; remove?: string[] }) => changeGroupManagers(group.id, change);
  const adding = useChange(set, { refresh, done: t('Added.'), after: () => choose(null) });
  // Does not clear the selection for the next person.
  const removing = useChange(set, { refresh });
  const bringingBack = useChange(set, { refresh, done: t('Back again.') });
  const remove = (id: string, name: string): Promise<void> =>
    offerUndoOf(removing.mutateAsync({ remove: [id] }), t('{name} no longer manages the group.', { name }), () =>
      bringingBack.mutate({ add: [id] }),
    );
  return (
    <Section title={t('Managers')} hint={t('They manage the group inside the service.')}>
      {group.managers.length === 0 && <Text c="dimmed">{t('No one yet.')}</Text>}
      {group.managers.map(({ user_id, name, email }) => (
        <Group key={user_id} justify="space-between">
          <Text>{name || email}</Text>
          <RemoveButton
            label={t('{name} no longer manages the group', { name: name || email })}
            remove={() => remove(user_id, name || email || t('The person'))}
          />
        </Group>
      ))}
      <Group align="flex-end">
        <PersonPicker label={t('Add a manager')} value={chosen} onChange={choose} />
        <Button
          variant="default"
          disabled={chosen === null || ids.includes(chosen)}
          loading={adding.isPending}
          onClick={() => chosen !== null && adding.mutate({ add: [chosen] })}
        >
          {t('Add')}
        </Button>
      </Group>
    </Section>
  );
}
