// Sets or changes the person's own password. A refusal appears at its field, with its cause.
import './password-section.css';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { ownSessions, sessionQuery, useSession } from '../api/session.ts';
import { changePassword } from '../api/sign-in.ts';
import { FormProblem, useFormErrors } from '../parts/forms/form-errors.tsx';
import { Section } from '../parts/forms/section.tsx';
import { t } from '../parts/texts/t.ts';

const MIN_PASSWORD = 12;

export function PasswordSection() {
  const { sign_in } = useSession();
  if (!sign_in.can_set_password)
    return (
      <Section title={t('Password')} hint={t('Your account also belongs to other workspaces.')}>
        <Text size="sm">
          {t(
            'You signed in through this workspace only, so you cannot set a password here. Sign in with your own password, or ask the people who run the service for a link.',
          )}
        </Text>
      </Section>
    );
  return (
    <Section
      title={sign_in.has_password ? t('Change your password') : t('Set a password')}
      hint={t('At least {minPassword} characters. A sentence is easy to remember.', { minPassword: MIN_PASSWORD })}
    >
      <PasswordForm needsCurrent={sign_in.needs_current_password} />
    </Section>
  );
}

function PasswordForm({ needsCurrent }: { readonly needsCurrent: boolean }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const errors = useFormErrors(['current_password', 'new_password'], { forbidden: 'current_password' });
  /** Mantine does not mark the field of a password as invalid. */
  const field = (name: string) => {
    const props = errors.field(name);
    return { ...props, 'aria-invalid': props.error !== undefined };
  };
  const changing = useChange(() => changePassword(current, next), {
    done: t('The password is set. All your other sessions have ended.'),
    refresh: [sessionQuery.queryKey, ownSessions.queryKey],
    onProblem: errors.onProblem,
    after: () => {
      setCurrent('');
      setNext('');
    },
  });
  return (
    <form
      ref={errors.form}
      onSubmit={(event) => {
        event.preventDefault();
        errors.clear();
        changing.mutate(undefined);
      }}
    >
      <Stack maw={400}>
        {needsCurrent && (
          <PasswordInput
            {...field('current_password')}
            label={t('Current password')}
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          {...field('new_password')}
          label={t('New password')}
          autoComplete="new-password"
          value={next}
          onChange={(event) => {
            errors.clear();
            setNext(event.currentTarget.value);
          }}
        />
        <Strength password={next} />
        <FormProblem errors={errors} />
        <Group>
          <Button type="submit" loading={changing.isPending} disabled={[...next].length < MIN_PASSWORD}>
            {t('Save password')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** An estimate while typing. The service, which knows common passwords, decides. */
function Strength({ password }: { readonly password: string }) {
  if (password === '') return null;
  const strength = strengthOf(password);
  return (
    <div>
      <meter className="strength" min={0} max={3} low={2} high={3} optimum={3} value={strength} aria-hidden />
      <Text size="sm" c="dimmed" role="status">
        {hintFor(strength, MIN_PASSWORD - [...password].length)}
      </Text>
    </div>
  );
}

/** 0: too short; 1: one word or few different characters; 2: could be longer; 3: strong. */
function strengthOf(password: string): 0 | 1 | 2 | 3 {
  const letters = [...password.toLowerCase()];
  const words = password.split(/[^\p{L}]+/u).filter((word) => word.length > 2);
  if (letters.length < MIN_PASSWORD) return 0;
  if (new Set(letters).size < 7 || (words.length < 2 && letters.length < 20)) return 1;
  return words.length > 2 || letters.length >= 20 ? 3 : 2;
}

function hintFor(strength: 0 | 1 | 2 | 3, missing: number): string {
  if (strength === 0) return t('{missing, plural, one {# more character} other {# more characters}}', { missing });
  return [t('Weak: add an unrelated word'), t('Fair: one more word makes it strong'), t('Strong')][strength - 1] ?? '';
}
