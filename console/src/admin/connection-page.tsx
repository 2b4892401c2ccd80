// One connection: settings, tokens and client secrets with rotation, the log as it grows.
import { Button, Group, Select, Stack, Switch, Tabs, Text, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { CONNECTION } from '../addresses.ts';
import { useChange } from '../api/change.ts';
import {
  type Connection,
  changeConnection,
  connection as connectionQuery,
  deleteConnection,
  moveGroups,
} from '../api/connections.ts';
import { useAddress } from '../parts/address.ts';
import { BrandMark } from '../parts/brand-mark.tsx';
import { ChangedElsewhere } from '../parts/changed-elsewhere.tsx';
import { Columns } from '../parts/columns.tsx';
import { Confirm, typedFor } from '../parts/confirm.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { counted, countedPeople } from '../parts/counted.ts';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { Instant } from '../parts/instant.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { useEdited } from '../parts/use-edited.ts';
import { ConnectionSecrets } from './connection-secrets.tsx';
import { ConnectionSetup } from './connection-setup.tsx';
import { ConnectionState } from './connection-state.tsx';
import { ConnectionTokens } from './connection-tokens.tsx';
import { HeldDeactivations } from './held-deactivations.tsx';
import { guideOf, PROVIDER_GUIDES } from './provider-guides.ts';
import { ProvisioningLog } from './provisioning-log.tsx';
import { SetupLinks } from './setup-links.tsx';
import { WorkloadIdentitySection } from './workload-identity.tsx';

/** The log asks more often, for what is new only; while nothing has arrived yet, somebody waits for it. */
const LIVE_EVERY_MS = 15_000;
const WAITING_EVERY_MS = 4_000;

export function ConnectionPage() {
  const { connectionId = '' } = useParams({ strict: false }) as { connectionId?: string };
  const { data: connection } = useSuspenseQuery({
    ...connectionQuery(connectionId),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.groups === 0 ? WAITING_EVERY_MS : LIVE_EVERY_MS,
    staleTime: 0,
  });
  const [{ tab }, go] = useAddress(CONNECTION);
  return (
    <Page
      title={connection.name}
      mark={<BrandMark id={connection.provider} name={guideOf(connection.provider)?.name ?? ''} size={32} />}
      lead={
        <>
          {countedPeople(connection.active_users, connection.users)}, {counted(connection.groups, 'group')}, last sync{' '}
          {connection.last_sync_at === null ? 'never' : <Instant at={connection.last_sync_at} />}.
        </>
      }
      crumbs={[{ label: 'Directory sync', to: '/admin/connections' }]}
      actions={<ConnectionState connection={connection} />}
    >
      <HeldDeactivations connection={connection} />
      <Tabs value={tab} onChange={(next) => go({ tab: next ?? 'log' }, { push: true })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="log">Provisioning log</Tabs.Tab>
          <Tabs.Tab value="setup">Set up</Tabs.Tab>
          <Tabs.Tab value="tokens">Base URL and tokens</Tabs.Tab>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="log">
          <ProvisioningLog connectionId={connection.id} />
        </Tabs.Panel>
        <Tabs.Panel value="tokens">
          <Columns
            left={
              <>
                <Section
                  title="Base URL"
                  hint="What the identity provider calls. It proves itself with a token, a client secret or a workload identity."
                >
                  <CopyField label="Base URL" value={connection.base_url} />
                </Section>
                <ConnectionTokens connection={connection} />
              </>
            }
            right={
              <>
                <ConnectionSecrets connection={connection} />
                <WorkloadIdentitySection connection={connection} />
              </>
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <Settings connection={connection} />
        </Tabs.Panel>
        <Tabs.Panel value="setup">
          <Stack gap="md">
            <ConnectionSetup connection={connection} />
            <SetupLinks connection={connection} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Settings({ connection }: { readonly connection: Connection }) {
  const navigate = useNavigate();
  const changing = useChange(
    (wanted: Parameters<typeof changeConnection>[1]) => changeConnection(connection.id, wanted),
    {
      refresh: [['connections']],
      done: 'Saved.',
    },
  );
  const moving = useChange(() => moveGroups(connection.id), {
    refresh: [['connections'], ['groups']],
    done: ({ moved }) => `Managed in the service now: ${counted(moved, 'group')}.`,
  });
  const deleting = useChange(() => deleteConnection(connection.id), {
    refresh: [['members'], ['groups']],
    done: 'The connection is gone.',
    after: () => void navigate({ to: '/admin/connections' }),
  });
  const { enabled, paused, strict, manager_visibility } = connection;
  return (
    <Columns
      left={
        <>
          <Name key={connection.id} connection={connection} />
          <Section title="Behaviour" hint="Holds from the next request of the identity provider.">
            <Switch
              label="Enabled"
              description="A disabled connection answers every request with 401. Nobody is deactivated by it."
              checked={enabled}
              onChange={(event) => changing.mutate({ enabled: event.currentTarget.checked })}
            />
            <Switch
              label="Paused"
              description="Reads are answered, changes wait: the identity provider is told to ask again later. Nothing is lost."
              checked={paused}
              onChange={(event) => changing.mutate({ paused: event.currentTarget.checked })}
            />
            <Switch
              label="Strict mode"
              description="Refuses what RFC 7644 does not allow, instead of understanding what identity providers mean."
              checked={strict}
              onChange={(event) => changing.mutate({ strict: event.currentTarget.checked })}
            />
            <Switch
              label="Manager visibility"
              description="Everyone with direct reports gets the Manager role, now and whenever someone gains a first report."
              checked={manager_visibility}
              onChange={(event) => changing.mutate({ manager_visibility: event.currentTarget.checked })}
            />
          </Section>
        </>
      }
      right={
        <Section title="Leaving" hint="Nothing here deactivates anybody.">
          <Group justify="space-between">
            <Text size="sm">Take every synced group into the service's own hands.</Text>
            <Confirm
              label="Move all to service management"
              title="Move all groups to service management?"
              confirm={`Move ${counted(connection.groups, 'group')}`}
              onConfirm={() => moving.mutateAsync(undefined)}
            >
              Every group synced from {connection.name} ({connection.groups}) is managed in the service, members intact.
              Requests for them are answered 404 until the identity provider pushes them again, which links them by
              name.
            </Confirm>
          </Group>
          <Group justify="space-between">
            <Text size="sm">Remove the connection, its tokens and its log.</Text>
            <Confirm
              label="Delete connection"
              title={`Delete ${connection.name}?`}
              confirm="Delete the connection"
              typed={typedFor(connection.users, connection.name)}
              onConfirm={() => deleting.mutateAsync(undefined)}
            >
              The connection goes with its tokens, records and log. Its{' '}
              {countedPeople(connection.active_users, connection.users)} and its {counted(connection.groups, 'group')}{' '}
              stay, managed in the service from then on.
            </Confirm>
          </Group>
        </Section>
      }
    />
  );
}

/** What the connection is called, and whose words its steps are in. */
function Name({ connection }: { readonly connection: Connection }) {
  const edited = useEdited({ name: connection.name, provider: connection.provider });
  const { value, set, isDirty, changes, seen, saved } = edited;
  const errors = useFormErrors(['name', 'provider'], { conflict: 'name' });
  const saving = useChange(
    (sent: typeof changes) => changeConnection(connection.id, { ...sent, seen }).then(() => sent),
    {
      refresh: [['connections']],
      done: 'Saved.',
      onProblem: (problem) => edited.shows(problem) || errors.onProblem(problem),
      after: saved,
    },
  );
  return (
    <Section title="Name" hint="As it stands in lists and in the audit log from now on.">
      <UnsavedGuard isDirty={isDirty} what="the name of the connection or its provider" />
      <form
        ref={errors.form}
        onSubmit={(event) => {
          event.preventDefault();
          errors.clear();
          saving.mutate(changes);
        }}
      >
        <Stack gap="sm">
          <Group align="flex-end">
            <TextInput
              {...errors.field('name')}
              label="Name of the connection"
              flex="1 1 220px"
              required
              value={value.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <Select
              label="Identity provider"
              allowDeselect={false}
              value={value.provider}
              onChange={(id) => set({ provider: guideOf(id ?? 'other')?.id ?? 'other' })}
              data={PROVIDER_GUIDES.map(({ id, name: label }) => ({ value: id, label }))}
            />
          </Group>
          <ChangedElsewhere
            edited={edited}
            labels={{ name: 'The name', provider: 'The identity provider' }}
            shown={{ provider: (id) => guideOf(id)?.name ?? id }}
          >
            <FormProblem errors={errors} />
            <Group>
              <Button type="submit" disabled={!isDirty || value.name.trim() === ''} loading={saving.isPending}>
                Save name
              </Button>
            </Group>
          </ChangedElsewhere>
        </Stack>
      </form>
    </Section>
  );
}
