// The way in: a one-time link, a password, or the workspace's own sign-on.
import { Alert, Box, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useChange } from '../api/change.ts';
import { problemOf } from '../api/problem.ts';
import { signInWithLink } from '../api/sign-in.ts';
import { useHeadingFocus } from '../parts/page.tsx';
import { CairnMark } from '../shell/cairn-mark.tsx';
import { PasswordForm } from './password-form.tsx';
import { reasonOf } from './reasons.ts';

export function SignInPage() {
  useDocumentTitle('Sign in · Cairn');
  const heading = useHeadingFocus();
  const { to, error } = useSearch({ from: '/sign-in' });
  const told = useFragment();
  const queries = useQueryClient();
  const enter = (): void => {
    queries.clear();
    // A fresh page: nothing of the person who sat here before is left in memory.
    window.location.replace(to);
  };
  const link = useChange(signInWithLink, {
    after: enter,
    handled: ['unauthorized', 'forbidden', 'membership-revoked'],
  });
  useLinkOnce(told.token, link.mutate);
  const reason = reasonOf(link.error ? problemOf(link.error) : undefined, told.problem ?? error);
  return (
    <Box component="main" mih="100dvh" style={{ display: 'grid', placeItems: 'center', padding: 20 }}>
      <Stack w="100%" maw={400} gap="lg">
        <Stack gap={6} align="center">
          <CairnMark size={52} />
          <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            Sign in to Cairn
          </Title>
          <Text c="dimmed" ta="center">
            Trails that lead you through your AI tools.
          </Text>
        </Stack>
        {reason !== undefined && (
          <Alert color="yellow" variant="light" role="alert">
            {reason}
          </Alert>
        )}
        {link.isPending ? (
          <Text ta="center" role="status">
            Opening your session …
          </Text>
        ) : (
          <PasswordForm to={to} enter={enter} />
        )}
        <Text size="sm" c="dimmed" ta="center">
          First time here, or no password yet? Ask an admin of your workspace, or the people who run the service, for a{' '}
          <span className="unbroken">sign-in link</span>.
        </Text>
      </Stack>
    </Box>
  );
}

interface Told {
  readonly token: string | undefined;
  readonly problem: string | undefined;
}

/** The token of a link and the reason of a refusal stand behind the #, which no server sees; the address is cleaned at once. */
function readFragment(): Told {
  const given = new URLSearchParams(window.location.hash.slice(1));
  if (window.location.hash !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  return { token: given.get('token') ?? undefined, problem: given.get('problem') ?? undefined };
}

/** What the address told when the page came, or since: a link that is pasted over this page's address loads no other. */
function useFragment(): Told {
  const [told, setTold] = useState(readFragment);
  useEffect(() => {
    const read = (): void => {
      if (window.location.hash !== '') setTold(readFragment());
    };
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return told;
}

function useLinkOnce(token: string | undefined, use: (token: string) => void): void {
  const used = useRef<string>(undefined);
  useEffect(() => {
    if (token === undefined || used.current === token) return;
    used.current = token;
    use(token);
  }, [token, use]);
}
