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
import { countedPeople } from '../../parts/texts/counted.ts';
import { t } from '../../parts/texts/t.ts';
import { guideOf, PROVIDER_GUIDES } from './provider-guides.ts';

interface ConnectionSettingsProps {
  readonly connection: Connection;
}

export function ConnectionSettings({ connection }: ConnectionSettingsProps) {
  return (
    <Columns
      left={
        <>
          <Section title={t('Name')} hint={t('The name in lists and in the audit log.')}>
            <NameForm key={connection.id} connection={connection} />
          </Section>
          <Section title={t('Behavior')} hint={t('Applies from the next request of the identity provider.')}>
            <Behavior connection={connection} />
          </Section>
        </>
      }
      right={
        <Section title={t('Disconnect or delete')} hint={t('None of this deactivates anyone.')}>
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
      what={t('the name of the connection or its provider')}
      labels={{ name: t('The name'), provider: t('The identity provider') }}
      shown={{ provider: (id) => guideOf(id)?.name ?? id }}
      buttons={
        <Button type="submit" disabled={!form.isDirty || isBlank(value.name)} loading={form.isSaving}>
          {t('Save name')}
        </Button>
      }
    >
      <Group align="flex-end">
        <TextInput label={t('Name of the connection')} flex="1 1 220px" required {...form.text('name')} />
        <Select
          label={t('Identity provider')}
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
    label: t('Enabled'),
    description: t('A disabled connection answers every request with 401. No one is deactivated.'),
  },
  {
    name: 'paused',
    label: t('Paused'),
    description: t(
      'Reads work, but changes have to wait: the identity provider is asked to try again later. Nothing is lost.',
    ),
  },
  {
    name: 'strict',
    label: t('Strict mode'),
    description: t(
      'Refuses everything that RFC 7644 does not allow, instead of accepting common mistakes of identity providers.',
    ),
  },
  {
    name: 'manager_visibility',
    label: t('Manager visibility'),
    description: t(
      'Everyone with direct reports gets the Manager role, now and whenever someone gets their first report.',
    ),
  },
  {
    name: 'moves_external_id',
    label: t('Move external ids'),
    description: t(
      'A new user takes the externalId of a deactivated one. Turn this on if the identity provider renames people by creating them again.',
    ),
  },
  {
    name: 'keeps_requests',
    label: t('Keep requests for a rehearsal'),
    description: t(
      'The log keeps what the identity provider sends for a week, even while the connection is paused. Passwords are left out.',
    ),
  },
] as const;

function Behavior({ connection }: ConnectionSettingsProps) {
  const changing = useChange(
    (change: Parameters<typeof changeConnection>[1]) => changeConnection(connection.id, change),
    { refresh: [['connections']], done: t('Saved.') },
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
    done: ({ moved }) => t('Managed in the service now: {moved, plural, one {# group} other {# groups}}.', { moved }),
  });
  return (
    <Group justify="space-between">
      <Text size="sm">{t('Manage all synced groups in the service from now on.')}</Text>
      <Confirm
        label={t('Move all to service management')}
        title={t('Move all groups to service management?')}
        confirm={t('Move {groups, plural, one {# group} other {# groups}}', { groups: connection.groups })}
        onConfirm={() => moving.mutateAsync(undefined)}
      >
        {t(
          'Every group synced from {connection} ({groups}) is managed in the service, members intact. Requests for them are answered 404 until the identity provider pushes them again, which links them by name.',
          { connection: connection.name, groups: connection.groups },
        )}
      </Confirm>
    </Group>
  );
}

function Deletion({ connection }: ConnectionSettingsProps) {
  const navigate = useNavigate();
  const deleting = useChange(() => deleteConnection(connection.id), {
    refresh: [connections.queryKey, ['members'], ['groups']],
    done: t('The connection is gone.'),
    after: () => void navigate({ to: '/admin/connections' }),
  });
  return (
    <Group justify="space-between">
      <Text size="sm">{t('Removes the connection with its tokens and its log.')}</Text>
      <Confirm
        label={t('Delete connection')}
        title={t('Delete {connection}?', { connection: connection.name })}
        confirm={t('Delete the connection')}
        typed={typedFor(connection.users, connection.name)}
        onConfirm={() => deleting.mutateAsync(undefined)}
      >
        {t(
          'The connection is deleted with its tokens, records and log. Its {people} and its {groups, plural, one {# group} other {# groups}} stay, managed in the service from then on; people whom another connection sends are managed by that one.',
          { people: countedPeople(connection.active_users, connection.users), groups: connection.groups },
        )}
      </Confirm>
    </Group>
  );
}
