// The page of a setup link, for people without an account: the instructions, tokens and client secrets of one
// connection. The link's token is in the URL fragment and is sent only as a bearer token.
import { Alert, Box, Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ConnectionSecrets } from '../admin/connections/connection-secrets.tsx';
import { ConnectionSetup } from '../admin/connections/connection-setup.tsx';
import { ConnectionTokens } from '../admin/connections/connection-tokens.tsx';
import { waitingOf } from '../admin/connections/credential-states.ts';
import { guideOf } from '../admin/connections/provider-guides.ts';
import { LINK_EXPIRIES, LINK_SECRET_EXPIRIES } from '../admin/connections/token-expiries.ts';
import { sessionEnds } from '../api/cache.ts';
import { openSetupLink } from '../api/client.ts';
import { type Connection, connection } from '../api/connections.ts';
import { isProblem } from '../api/problem.ts';
import { type SetupView, setupLink } from '../api/setup.ts';
import { useGuarded } from '../parts/forms/held-work.ts';
import { Section } from '../parts/forms/section.tsx';
import { BrandMark } from '../parts/page/brand-mark.tsx';
import { Page } from '../parts/page/page.tsx';
import { Failure, Loading } from '../parts/page/states.tsx';
import { CopyField } from '../parts/secrets/copy-field.tsx';
import { onDay } from '../parts/texts/formats.ts';
import { t } from '../parts/texts/t.ts';
import { CairnMark } from '../shell/cairn-mark.tsx';

/** In ms: polling while nothing has arrived. */
const WAITING_EVERY_MS = 5_000;
const LIVE_EVERY_MS = 20_000;

export function SetupPage() {
  const [token] = useState(() => {
    const sent = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
    openSetupLink(sent);
    return sent;
  });
  useEffect(() => {
    openSetupLink(token);
    return () => openSetupLink('');
  }, [token]);
  const link = useQuery({ ...setupLink(token), enabled: token !== '', retry: false });
  const isGuarded = useGuarded();
  const isOver = token === '' || isProblem(link.error, 'unauthorized');
  const isClosed = isOver && !(isGuarded && link.data !== undefined);
  return (
    <Box component="main" id="content" p={{ base: 'md', sm: 'xl' }}>
      <Group gap="sm" mb="lg" maw={1680} mx="auto">
        <CairnMark size={26} />
        <Text fw={650}>Cairn</Text>
        <Text c="dimmed">{link.data?.team_name}</Text>
      </Group>
      {link.data !== undefined && !isClosed && <Wizard link={link.data} />}
      {link.isLoading && <Loading rows={6} />}
      {(isClosed || (link.error !== null && link.data === undefined)) && <Closed thrown={link.error} />}
    </Box>
  );
}

function Wizard({ link }: { readonly link: SetupView }) {
  useClosing();
  const asked = useQuery({
    ...connection(link.connection_id),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.groups === 0 ? WAITING_EVERY_MS : LIVE_EVERY_MS,
    retry: false,
  });
  const isGuarded = useGuarded();
  // The link was revoked or has expired while the page was open, so nothing can be created any more. A token that is
  // shown only once stays visible until the person has copied it.
  const isClosed = isProblem(asked.error, 'unauthorized') && !isGuarded;
  if (asked.error !== null && (isClosed || asked.data === undefined)) return <Closed thrown={asked.error} />;
  if (asked.data === undefined) return <Loading rows={6} />;
  const guide = guideOf(asked.data.provider);
  return (
    <Page
      title={t('Set up {asked}', { asked: asked.data.name })}
      mark={<BrandMark id={asked.data.provider} name={guide?.name ?? ''} size={32} />}
      lead={t(
        "{createdBy} of {teamName} asks you to connect the identity provider. You don't need an account here. This link works until {day}, only for this connection.",
        { createdBy: link.created_by, teamName: link.team_name, day: onDay(link.expires_at) },
      )}
    >
      <Confirmation connection={asked.data} link={link} />
      <Parts connection={asked.data} />
    </Page>
  );
}

/** If a request fails because the link has ended, refetches the link so that the page says so immediately. */
function useClosing(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const look = (): void => void queries.invalidateQueries({ queryKey: ['setup-link'] }, { cancelRefetch: false });
    sessionEnds.addEventListener('end', look);
    return () => sessionEnds.removeEventListener('end', look);
  }, [queries]);
}

function Parts({ connection: one }: { readonly connection: Connection }) {
  return (
    <Tabs defaultValue="setup" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="setup">{t('Set up')}</Tabs.Tab>
        <Tabs.Tab value="tokens">{t('Base URL and tokens')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="setup">
        <ConnectionSetup connection={one} />
      </Tabs.Panel>
      <Tabs.Panel value="tokens">
        <Stack gap="md">
          <Section title={t('Base URL')} hint={t('The address that the identity provider calls.')}>
            <CopyField label={t('Base URL')} value={one.base_url} />
          </Section>
          <ConnectionTokens connection={one} expiries={LINK_EXPIRIES} />
          <ConnectionSecrets connection={one} expiries={LINK_SECRET_EXPIRIES} />
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}

/** Credentials created here are refused until an admin has confirmed the connection. */
function Confirmation({ connection: one, link }: { readonly connection: Connection; readonly link: SetupView }) {
  if (one.confirmed_at !== null) return null;
  const isWaiting = waitingOf(one).length > 0;
  return (
    <Alert color="yellow" variant="light" role="status" mb="md">
      {isWaiting
        ? t('Ask {createdBy} to confirm the connection. Until then, what you created here is refused.', {
            createdBy: link.created_by,
          })
        : t(
            'Tokens and client secrets that you create here work once an admin of {teamName} confirms the connection.',
            { teamName: link.team_name },
          )}
    </Alert>
  );
}

function Closed({ thrown }: { readonly thrown: unknown }) {
  if (thrown !== null && !isProblem(thrown, 'unauthorized')) return <Failure thrown={thrown} />;
  return (
    <Page title={t('This link does not work')} width="reading">
      <Alert color="yellow" variant="light" role="alert">
        {t(
          'It has expired, was revoked, or was not copied completely. Ask the person who sent it for a new one. A workspace admin can create one in the settings of the connection, under "Set up".',
        )}
      </Alert>
    </Page>
  );
}
