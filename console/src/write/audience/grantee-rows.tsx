// The groups and people with access: what each gets, and whether they may edit. Nothing can be changed if the subject
// is archived.
import { Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { REACHES, type Reach, type TrailGroup, type TrailPerson } from '../../api/audiences.ts';
import { busy } from '../../parts/forms/busy.ts';
import { RemoveButton } from '../../parts/lists/remove-button.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

export interface GranteeActions {
  readonly isPending: boolean;
  readonly changeGroup: (groupId: string, rights: { readonly reach?: Reach; readonly edits?: boolean }) => void;
  readonly changePerson: (userId: string, edits: boolean) => void;
  readonly removeGroup: (group: TrailGroup) => Promise<void>;
  readonly removePerson: (person: TrailPerson) => Promise<void>;
}

interface GranteeRowsProps {
  readonly groups: readonly TrailGroup[];
  readonly people: readonly TrailPerson[];
  /** Undefined if nothing can be changed. */
  readonly actions: GranteeActions | undefined;
}

export function GranteeRows({ groups, people, actions }: GranteeRowsProps) {
  return (
    <Stack gap="xs">
      {groups.map((group) => (
        <Row
          key={group.group_id}
          about={group.source === null ? t('Group') : t('Group from {source}', { source: group.source.name })}
          name={group.name}
          granted_at={group.granted_at}
          edits={group.edits}
          actions={
            actions && {
              isPending: actions.isPending,
              edit: (edits) => actions.changeGroup(group.group_id, { edits }),
              remove: () => actions.removeGroup(group),
            }
          }
        >
          <NativeSelect
            size="xs"
            aria-label={t('How {group} gets it', { group: group.name })}
            data={[...REACHES]}
            value={group.reach}
            {...busy(actions?.isPending === true, actions === undefined)}
            onChange={(event) =>
              actions?.changeGroup(group.group_id, {
                reach: event.currentTarget.value === 'featured' ? 'featured' : 'available',
              })
            }
          />
        </Row>
      ))}
      {people.map((person) => (
        <Row
          key={person.user_id}
          name={nameOf(person)}
          about={person.email ?? t('Person')}
          granted_at={person.granted_at}
          edits={person.edits}
          actions={
            actions && {
              isPending: actions.isPending,
              edit: (edits) => actions.changePerson(person.user_id, edits),
              remove: () => actions.removePerson(person),
            }
          }
        />
      ))}
    </Stack>
  );
}

export const nameOf = ({ name, email }: Pick<TrailPerson, 'name' | 'email'>): string => name || email || t('Unnamed');

interface RowProps {
  readonly name: string;
  readonly about: string;
  readonly granted_at: string;
  readonly edits: boolean;
  readonly actions:
    | { readonly isPending: boolean; readonly edit: (edits: boolean) => void; readonly remove: () => Promise<void> }
    | undefined;
  readonly children?: React.ReactNode;
}

function Row({ name, about, granted_at, edits, actions, children }: RowProps) {
  return (
    <Group justify="space-between" gap="xs">
      <div style={{ minWidth: 0, flex: '1 1 200px' }}>
        <Text truncate dir="auto">
          {name}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {rich('<span>{about}</span>, granted {when}', {
            span: (text) => <span dir="auto">{text}</span>,
            about,
            when: <Instant at={granted_at} />,
          })}
        </Text>
      </div>
      <Group gap="sm" wrap="nowrap">
        {children}
        <Checkbox
          size="sm"
          label={t('Can edit')}
          aria-label={t('{name} can edit', { name })}
          checked={edits}
          {...busy(actions?.isPending === true, actions === undefined)}
          onChange={(event) => actions?.edit(event.currentTarget.checked)}
        />
        {actions !== undefined && (
          <RemoveButton label={t('Remove access for {name}', { name })} remove={actions.remove} />
        )}
      </Group>
    </Group>
  );
}
