// The sign-in page: one-time links, passwords, and the workspace's single sign-on.
import { Alert, Box, Button, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useChange } from '../api/change.ts';
import { problemOf } from '../api/problem.ts';
import { readSession } from '../api/session.ts';
import { signInWithLink } from '../api/sign-in.ts';
import { useHeadingFocus } from '../parts/page/page-focus.ts';
import { rich } from '../parts/texts/rich.ts';
import { t } from '../parts/texts/t.ts';
import { CairnMark } from '../shell/cairn-mark.tsx';
import { CompanySignIn } from './company-sign-in.tsx';
import { PasswordForm } from './password-form.tsx';
import { reasonOf } from './reasons.ts';

export function SignInPage() {
  useDocumentTitle(t('Sign in · Cairn'));
  const heading = useHeadingFocus();
  const { to, error } = useSearch({ from: '/sign-in' });
  const fragment = useFragment();
  const queries = useQueryClient();
  const enter = (): void => {
    queries.clear();
    // Reload, so that nothing of the previous person is left in memory.
    window.location.replace(to);
  };
  const link = useChange(signInWithLink, {
    after: enter,
    handled: ['unauthorized', 'forbidden', 'membership-revoked'],
  });
  // Show a button instead of using the link immediately. Mail scanners open links and run scripts, but do not click.
  const offered = link.isError && link.variables === fragment.token ? undefined : fragment.token;
  useComingBack(fragment, enter);
  const reason = reasonOf(link.error ? problemOf(link.error) : undefined, fragment.problem ?? error);
  return (
    <Box component="main" mih="100dvh" style={{ display: 'grid', placeItems: 'center', padding: 20 }}>
      <Stack w="100%" maw={400} gap="lg">
        <Stack gap={6} align="center">
          <CairnMark size={52} />
          <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {t('Sign in to Cairn')}
          </Title>
          <Text c="dimmed" ta="center">
            {t('Trails that lead you through your AI tools.')}
          </Text>
        </Stack>
        {reason !== undefined && (
          <Alert color="yellow" variant="light" role="alert">
            {reason}
          </Alert>
        )}
        {offered !== undefined && (
          <Button autoFocus size="md" loading={link.isPending || link.isSuccess} onClick={() => link.mutate(offered)}>
            {t('Sign in with this link')}
          </Button>
        )}
        {offered === undefined && fragment.sso !== undefined && <CompanySignIn size="md" team={fragment.sso} to={to} />}
        {offered === undefined && fragment.sso === undefined && <PasswordForm to={to} enter={enter} />}
        {offered === undefined && (
          <Text size="sm" c="dimmed" ta="center">
            {rich(
              'First time here, or no password yet? Ask an admin of your workspace, or the people who run the service, for a <span>sign-in link</span>.',
              { span: (text) => <span style={{ whiteSpace: 'nowrap' }}>{text}</span> },
            )}
          </Text>
        )}
      </Stack>
    </Box>
  );
}

/** A link from an email opens in another tab. If the person has signed in there and returns to this tab, continue. */
function useComingBack({ token, problem, sso }: Fragment, enter: () => void): void {
  const goOn = useEffectEvent(enter);
  const waits = token === undefined && problem === undefined && sso === undefined;
  useEffect(() => {
    const look = (): void => {
      if (waits && document.visibilityState === 'visible') void readSession().then(goOn, () => undefined);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [waits]);
}

interface Fragment {
  readonly token: string | undefined;
  readonly problem: string | undefined;
  /** The workspace, if an identity provider started the sign-in. */
  readonly sso: string | undefined;
}

/**
 * Reads the URL fragment, which never reaches a server: a link's token, a reason, or a workspace. Then removes it from
 * the URL.
 */
function readFragment(): Fragment {
  const given = new URLSearchParams(window.location.hash.slice(1));
  if (window.location.hash !== '')
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  const [token, problem, sso] = ['token', 'problem', 'sso'].map((name) => given.get(name) ?? undefined);
  return { token, problem, sso };
}

/** The fragment of the URL. Pasting a link over this page's URL changes only the fragment, without loading the page. */
function useFragment(): Fragment {
  const [fragment, setFragment] = useState(readFragment);
  useEffect(() => {
    const read = (): void => {
      if (window.location.hash !== '') setFragment(readFragment());
    };
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return fragment;
}
