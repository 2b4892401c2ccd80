// Asks for the email address first. Depending on it, offers the company's single sign-on or asks for the password.
import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { problemOf } from '../api/problem.ts';
import { findMethods, signInWithPassword } from '../api/sign-in.ts';
import { t } from '../parts/texts/t.ts';
import { CompanySignIn } from './company-sign-in.tsx';

interface PasswordFormProps {
  readonly to: string;
  readonly enter: () => void;
}

export function PasswordForm({ to, enter }: PasswordFormProps) {
  const signIn = useSignIn(enter);
  return (
    <form
      className="card"
      style={{ padding: 24 }}
      onSubmit={(event) => {
        event.preventDefault();
        signIn.submit();
      }}
    >
      <Stack>
        {signIn.refusal !== null && (
          <Alert color="red" variant="light" role="alert">
            {problemOf(signIn.refusal).message}
          </Alert>
        )}
        <TextInput
          label={t('Work e-mail address')}
          type="email"
          name="email"
          autoComplete="username"
          required
          value={signIn.email}
          readOnly={signIn.methods !== undefined}
          onChange={(event) => signIn.setEmail(event.currentTarget.value)}
        />
        {signIn.methods === undefined ? (
          <Button type="submit" loading={signIn.isPending} fullWidth>
            {t('Continue')}
          </Button>
        ) : (
          <SignInMethods signIn={signIn} ssoTeam={signIn.methods.sso_team_id ?? undefined} to={to} />
        )}
      </Stack>
    </form>
  );
}

const HANDLED = ['unauthorized', 'forbidden', 'membership-revoked', 'rate-limited', 'validation'];

type SignIn = ReturnType<typeof useSignIn>;

/** The two steps of signing in: looking up the methods for an address, then the password. */
function useSignIn(enter: () => void) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const finding = useChange(findMethods, { handled: HANDLED });
  const entering = useChange(
    ({ email, password }: { email: string; password: string }) => signInWithPassword(email, password),
    { after: enter, handled: HANDLED },
  );
  const submit = (): void => {
    const address = email.trim();
    if (address === '') return;
    if (finding.data === undefined) finding.mutate(address);
    else entering.mutate({ email: address, password });
  };
  const startOver = (): void => {
    finding.reset();
    entering.reset();
    setPassword('');
  };
  return {
    email,
    setEmail,
    password,
    setPassword,
    /** Undefined before the lookup. */
    methods: finding.data,
    isPending: finding.isPending || entering.isPending,
    refusal: entering.error ?? finding.error,
    submit,
    startOver,
  };
}

interface SignInMethodsProps {
  readonly signIn: SignIn;
  /** The workspace whose identity provider signs the person in, if any. */
  readonly ssoTeam: string | undefined;
  readonly to: string;
}

function SignInMethods({ signIn, ssoTeam, to }: SignInMethodsProps) {
  return (
    <>
      {ssoTeam !== undefined && (
        <>
          <CompanySignIn size="sm" team={ssoTeam} to={to} />
          <Text size="sm" c="dimmed" ta="center">
            {t('or with a password')}
          </Text>
        </>
      )}
      <PasswordInput
        label={t('Password')}
        name="password"
        autoComplete="current-password"
        required
        data-autofocus
        autoFocus={ssoTeam === undefined}
        value={signIn.password}
        onChange={(event) => signIn.setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('Show the password') }}
      />
      <Button type="submit" variant={ssoTeam === undefined ? 'filled' : 'default'} loading={signIn.isPending} fullWidth>
        {t('Sign in')}
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={signIn.startOver}>
        {t('Another address')}
      </Anchor>
    </>
  );
}
