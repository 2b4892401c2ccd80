// The address first: its company may have a sign-in of its own. Then that, or the password.
import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { problemOf } from '../api/problem.ts';
import { findMethods, signInWithPassword, ssoAddress } from '../api/sign-in.ts';

interface PasswordFormProps {
  readonly to: string;
  readonly enter: () => void;
}

const HANDLED = ['unauthorized', 'forbidden', 'membership-revoked', 'rate-limited', 'validation'];

export function PasswordForm({ to, enter }: PasswordFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const methods = useChange(findMethods, { handled: HANDLED });
  const signIn = useChange(
    ({ email, password }: { email: string; password: string }) => signInWithPassword(email, password),
    {
      after: enter,
      handled: HANDLED,
    },
  );
  const sso = methods.data?.sso_team_id ?? undefined;
  const refused = signIn.error ?? methods.error;
  const submit = (): void => {
    if (methods.data === undefined) methods.mutate(email.trim());
    else signIn.mutate({ email: email.trim(), password });
  };
  const startAnew = (): void => {
    methods.reset();
    signIn.reset();
    setPassword('');
  };
  return (
    <form
      className="card"
      style={{ padding: 24 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (email.trim() !== '') submit();
      }}
    >
      <Stack>
        {refused && (
          <Alert color="red" variant="light" role="alert">
            {problemOf(refused).message}
          </Alert>
        )}
        <TextInput
          label="Work e-mail address"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          readOnly={methods.data !== undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {methods.data === undefined ? (
          <Button type="submit" loading={methods.isPending} fullWidth>
            Continue
          </Button>
        ) : (
          <>
            {sso !== undefined && (
              <>
                <Button component="a" href={ssoAddress(sso, to)} fullWidth>
                  Use your company's sign-in
                </Button>
                <Text size="sm" c="dimmed" ta="center">
                  or with a password
                </Text>
              </>
            )}
            <PasswordInput
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              data-autofocus
              autoFocus={sso === undefined}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            />
            <Button
              type="submit"
              variant={sso === undefined ? 'filled' : 'default'}
              loading={signIn.isPending}
              fullWidth
            >
              Sign in
            </Button>
            <Anchor component="button" type="button" size="sm" onClick={startAnew}>
              Another address
            </Anchor>
          </>
        )}
      </Stack>
    </form>
  );
}
