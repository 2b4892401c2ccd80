// A connection: settings, tokens and client secrets, and its live log.
import { Stack, Tabs } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { CONNECTION } from '../../addresses.ts';
import { type Connection, connection as connectionQuery } from '../../api/connections.ts';
import { Section } from '../../parts/forms/section.tsx';
import { useAddress, valueIn } from '../../parts/page/address.ts';
import { BrandMark } from '../../parts/page/brand-mark.tsx';
import { Columns } from '../../parts/page/columns.tsx';
import { late } from '../../parts/page/late.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Loading } from '../../parts/page/states.tsx';
import { TabRow } from '../../parts/page/tab-row.tsx';
import { CopyField } from '../../parts/secrets/copy-field.tsx';
import { t } from '../../parts/texts/t.ts';
import { ProvisioningLog } from '../provisioning-log/provisioning-log.tsx';
import { ConfirmConnection } from './confirm-connection.tsx';
import { ConnectionSecrets } from './connection-secrets.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { ConnectionSetup } from './connection-setup.tsx';
import { ConnectionState, SyncFacts } from './connection-state.tsx';
import { ConnectionTokens } from './connection-tokens.tsx';
import { SetupLinks } from './setup-links.tsx';
import { SuspendedPeople } from './suspended-people.tsx';
import { WorkloadIdentitySection } from './workload-identity.tsx';

/**
 * In ms. The log is polled more often, but only for new entries. While nothing has arrived, an admin is probably
 * waiting.
 */
const LIVE_EVERY_MS = 15_000;
const WAITING_EVERY_MS = 4_000;

/** Few admins open these tabs, so they are not part of the page's bundle. */
const LateAttributes = late(async () => (await import('./connection-attributes.tsx')).ConnectionAttributes);
const LateRehearsal = late(async () => (await import('../rehearsal/rehearsal.tsx')).Rehearsal);

export function ConnectionPage() {
  const connection = useLiveConnection();
  const [{ tab }, go] = useAddress(CONNECTION);
  return (
    <Page
      title={connection.name}
      mark={<BrandMark id={connection.provider} name={connection.name} size={32} />}
      lead={<SyncFacts connection={connection} />}
      crumbs={[{ label: t('Directory sync'), to: '/admin/connections' }]}
      actions={<ConnectionState connection={connection} />}
    >
      <ConfirmConnection connection={connection} />
      <SuspendedPeople connection={connection} />
      <Tabs
        value={tab}
        onChange={(next) => go({ tab: valueIn(CONNECTION.tab, next) }, { push: true })}
        keepMounted={false}
      >
        <TabRow open={tab} mb="md">
          <Tabs.Tab value="log">{t('Provisioning log')}</Tabs.Tab>
          <Tabs.Tab value="setup">{t('Set up')}</Tabs.Tab>
          <Tabs.Tab value="tokens">{t('Base URL and tokens')}</Tabs.Tab>
          <Tabs.Tab value="settings">{t('Settings')}</Tabs.Tab>
          <Tabs.Tab value="attributes">{t('Attributes')}</Tabs.Tab>
          <Tabs.Tab value="rehearsal">{t('Rehearsal')}</Tabs.Tab>
        </TabRow>
        <Tabs.Panel value="log">
          <ProvisioningLog connectionId={connection.id} />
        </Tabs.Panel>
        <Tabs.Panel value="tokens">
          <Credentials connection={connection} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <ConnectionSettings connection={connection} />
        </Tabs.Panel>
        <Tabs.Panel value="attributes">
          <Suspense fallback={<Loading />}>
            <LateAttributes connection={connection} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="rehearsal">
          <Suspense fallback={<Loading />}>
            <LateRehearsal connection={connection} />
          </Suspense>
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

/** The connection in the URL, kept up to date by polling. */
function useLiveConnection(): Connection {
  const { connectionId = '' } = useParams({ strict: false });
  const { data } = useSuspenseQuery({
    ...connectionQuery(connectionId),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.groups === 0 ? WAITING_EVERY_MS : LIVE_EVERY_MS,
    staleTime: 0,
  });
  return data;
}

/** The base URL for the identity provider, and its credentials. */
function Credentials({ connection }: { readonly connection: Connection }) {
  return (
    <Columns
      left={
        <>
          <Section
            title={t('Base URL')}
            hint={t(
              'The address that the identity provider calls. It signs in with a token, a client secret or a workload identity.',
            )}
          >
            <CopyField label={t('Base URL')} value={connection.base_url} />
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
  );
}
