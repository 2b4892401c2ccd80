// Settings of a connection: name, behavior, disconnecting.
import { Button, Group, Select, Switch, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { isBlank } from '../../../../src/base/text.ts';
import { useChange } from '../../api/change.ts';
import { type Connection, changeConnection, connections, deleteConnection, moveGroups } from '../../api/connections.ts';
import { Confirm, typedFor } from '../../parts/dialogs/confirm.tsx';
import { busy } from '../../parts/forms/busy.ts';
import { EditedForm, useChanging } from '../../parts/forms/edited-form.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { Columns } from '../../parts/page/columns.tsx';
import { counted, countedPeople } from '../../parts/texts/counted.ts';
import { guideOf, PROVIDER_GUIDES } from './provider-guides.ts';

interface ConnectionSettingsProps {
  readonly connection: Connection;
}

export function ConnectionSettings({ connection }: ConnectionSettingsProps) {
  return (
    <Columns
      left={
        <>
          <Section title="Name" hint="The name in lists and in the audit log.">
            <NameForm key={connection.id} connection={connection} />
          </Section>
          <Section title="Behavior" hint="Applies from the next request of the identity provider.">
            <Behavior connection={connection} />
          </Section>
        </>
      }
      right={
        <Section title="Leaving" hint="None of this deactivates anyone.">
          <MoveGroups connection={connection} />
          <Deletion connection={connection} />
        </Section>
      }
    />
  );
}

/** The name of the connection, and the provider whose instructions are shown. */
function NameForm({ connection }: ConnectionSettingsProps) {
  const form = useChanging(
    { name: connection.name, provider: connection.provider },
    {
      names: ['name', 'provider'],
      slugs: { conflict: 'name' },
      save: ({ changes, seen }) => changeConnection(connection.id, { ...changes, seen }),
      refresh: [['connections']],
    },
  );
  const { value, set } = form;
  return (
    <EditedForm
      form={form}
      what="the name of the connection or its provider"
      labels={{ name: 'The name', provider: 'The identity provider' }}
      shown={{ provider: (id) => guideOf(id)?.name ?? id }}
      buttons={
        <Button type="submit" disabled={!form.isDirty || isBlank(value.name)} loading={form.isSaving}>
          Save name
        </Button>
      }
    >
      <Group align="flex-end">
        <TextInput label="Name of the connection" flex="1 1 220px" required {...form.text('name')} />
        <Select
          label="Identity provider"
          allowDeselect={false}
          value={value.provider}
          onChange={(id) => set({ provider: guideOf(id ?? 'other')?.id ?? 'other' })}
          data={PROVIDER_GUIDES.map(({ id, name: label }) => ({ value: id, label }))}
        />
      </Group>
    </EditedForm>
  );
}

const SWITCHES = [
  {
    name: 'enabled',
    label: 'Enabled',
    description: 'A disabled connection answers every request with 401. No one is deactivated.',
  },
  {
    name: 'paused',
    label: 'Paused',
    description:
      'Reads work, but changes have to wait: the identity provider is asked to try again later. Nothing is lost.',
  },
  {
    name: 'strict',
    label: 'Strict mode',
    description:
      'Refuses everything that RFC 7644 does not allow, instead of accepting common mistakes of identity providers.',
  },
  {
    name: 'manager_visibility',
    label: 'Manager visibility',
    description:
      'Everyone with direct reports gets the Manager role, now and whenever someone gets their first report.',
  },
  {
    name: 'moves_external_id',
    label: 'Move external ids',
    description:
      'A new user takes the externalId of a deactivated one. Turn this on if the identity provider renames people by creating them again.',
  },
] as const;

function Behavior({ connection }: ConnectionSettingsProps) {
  const changing = useChange(
    (change: Parameters<typeof changeConnection>[1]) => changeConnection(connection.id, change),
    { refresh: [['connections']], done: 'Saved.' },
  );
  return SWITCHES.map(({ name, label, description }) => (
    <Switch
      key={name}
      label={label}
      description={description}
      checked={connection[name]}
      {...busy(changing.isPending)}
      onChange={(event) => changing.mutate({ [name]: event.currentTarget.checked })}
    />
  ));
}

function MoveGroups({ connection }: ConnectionSettingsProps) {
  const moving = useChange(() => moveGroups(connection.id), {
    refresh: [['connections'], ['groups']],
    done: ({ moved }) => `Managed in the service now: ${counted(moved, 'group')}.`,
  });
  return (
    <Group justify="space-between">
      <Text size="sm">Manage all synced groups in the service from now on.</Text>
      <Confirm
        label="Move all to service management"
        title="Move all groups to service management?"
        confirm={`Move ${counted(connection.groups, 'group')}`}
        onConfirm={() => moving.mutateAsync(undefined)}
      >
        Every group synced from {connection.name} ({connection.groups}) is managed in the service, members intact.
        Requests for them are answered 404 until the identity provider pushes them again, which links them by name.
      </Confirm>
    </Group>
  );
}

function Deletion({ connection }: ConnectionSettingsProps) {
  const navigate = useNavigate();
  const deleting = useChange(() => deleteConnection(connection.id), {
    refresh: [connections.queryKey, ['members'], ['groups']],
    done: 'The connection is gone.',
    after: () => void navigate({ to: '/admin/connections' }),
  });
  return (
    <Group justify="space-between">
      <Text size="sm">Removes the connection with its tokens and its log.</Text>
      <Confirm
        label="Delete connection"
        title={`Delete ${connection.name}?`}
        confirm="Delete the connection"
        typed={typedFor(connection.users, connection.name)}
        onConfirm={() => deleting.mutateAsync(undefined)}
      >
        The connection is deleted with its tokens, records and log. Its{' '}
        {countedPeople(connection.active_users, connection.users)} and its {counted(connection.groups, 'group')} stay,
        managed in the service from then on; people whom another connection sends are managed by that one.
      </Confirm>
    </Group>
  );
}
