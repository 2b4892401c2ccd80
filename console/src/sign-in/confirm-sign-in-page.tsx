// The browser comes back from an identity provider that is not linked to the account yet. The person confirms that it
// may sign in to the account. The Owner enters the password as well.
import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { isProblem, problemOf } from '../api/problem.ts';
import { confirmSignInLink, type PendingSignInLink, refuseSignInLink, signInLink } from '../api/sign-in.ts';
import { PageAnchor } from '../parts/page/links.tsx';
import { Page } from '../parts/page/page.tsx';
import { Answered } from '../parts/page/states.tsx';
import { rich } from '../parts/texts/rich.ts';
import { t } from '../parts/texts/t.ts';
import { NoPage } from '../shell/no-page.tsx';

const TITLE = t("Link your company's sign-in");

export function ConfirmSignInPage() {
  const link = useQuery(signInLink);
  if (isProblem(link.error, 'not-found')) return <NoPage title={t('Nothing to confirm')}>{link.error.message}</NoPage>;
  return (
    <Page title={TITLE} width="question">
      <Answered of={link}>{(pending) => <Question link={pending} />}</Answered>
    </Page>
  );
}

/** Load a fresh page, because the session is a different one now. */
function useAnswers() {
  const queries = useQueryClient();
  const leaveTo = (path: string): void => {
    queries.clear();
    window.location.replace(path);
  };
  const confirming = useChange(confirmSignInLink, {
    after: ({ return_to }) => leaveTo(return_to),
    handled: ['forbidden', 'rate-limited'],
  });
  const refusing = useChange(refuseSignInLink, { after: () => leaveTo('/') });
  return { confirming, refusing };
}

function Question({ link }: { readonly link: PendingSignInLink }) {
  const { needs_password, has_password } = link;
  const { confirming, refusing } = useAnswers();
  const [password, setPassword] = useState('');
  const lacksPassword = needs_password && !has_password;
  const refusal = confirming.error === null ? undefined : problemOf(confirming.error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirming.mutate(needs_password ? password : undefined);
      }}
    >
      <Stack className="card" p="lg" gap="md">
        <Explanation link={link} />
        {lacksPassword && (
          <Text>
            {rich('You need a password to confirm. <a>Set a password</a>, then come back to this page.', {
              a: (text) => <PageAnchor to="/account">{text}</PageAnchor>,
            })}
          </Text>
        )}
        {needs_password && has_password && (
          <PasswordInput
            label={t('Your password in Cairn')}
            name="password"
            autoComplete="current-password"
            required
            error={refusal?.message}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('Show the password') }}
          />
        )}
        {refusal !== undefined && !(needs_password && has_password) && (
          <Alert color="red" variant="light" role="alert">
            {refusal.message}
          </Alert>
        )}
        <Group>
          {!lacksPassword && (
            <Button type="submit" loading={confirming.isPending || confirming.isSuccess}>
              {t('Link and sign in')}
            </Button>
          )}
          <Button
            variant="default"
            loading={refusing.isPending || refusing.isSuccess}
            onClick={() => refusing.mutate(undefined)}
          >
            {t("Don't link")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Explanation({ link: { account, issuer, team, needs_password } }: { readonly link: PendingSignInLink }) {
  return (
    <>
      <Text>
        {rich('If you confirm, <b>{issuer}</b> can sign in as <b>{account} ({accountEmail})</b> in <b>{team}</b>.', {
          issuer,
          account: account.name,
          accountEmail: account.email,
          team: team.name,
        })}
      </Text>
      <Text c="dimmed">{t('Confirm only if you know this address and started the sign-in yourself.')}</Text>
      {needs_password && (
        <Alert color="yellow" variant="light">
          {t('You own this workspace. Anyone who controls the provider can do everything that you can.')}
        </Alert>
      )}
    </>
  );
}
