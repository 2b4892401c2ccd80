// Single sign-on by OpenID Connect: set up, tested before it is saved, and undone. The Owner can always come in another way.
import { Alert, Button, Group, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import {
  removeSingleSignOn,
  type SingleSignOn as Stored,
  saveSingleSignOn,
  singleSignOn,
  testSingleSignOn,
} from '../api/workspace.ts';
import { ChangedElsewhere } from '../parts/changed-elsewhere.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { isSame } from '../parts/same.ts';
import { Section } from '../parts/section.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { useEdited } from '../parts/use-edited.ts';

export function SingleSignOn() {
  const { data } = useSuspenseQuery(singleSignOn);
  return <Form data={data} />;
}

function Form({ data }: { readonly data: Stored }) {
  const { settings } = data;
  const edited = useEdited({
    issuer: settings?.issuer ?? '',
    client_id: settings?.client_id ?? '',
    is_public: settings !== null && !settings.has_secret,
    enabled: settings?.enabled ?? false,
    required: settings?.required ?? false,
  });
  const { value } = edited;
  const { is_public: isPublic, enabled, required } = value;
  const [secret, setSecret] = useState('');
  const refresh = [singleSignOn.queryKey];
  const client = {
    issuer: value.issuer.trim(),
    client_id: value.client_id.trim(),
    // Absent keeps the stored one; null says that there is none.
    ...(isPublic ? { client_secret: null } : secret !== '' && { client_secret: secret }),
  };
  const errors = useFormErrors(['issuer', 'client_id', 'client_secret']);
  const testing = useChange(testSingleSignOn, { onProblem: errors.onProblem });
  const wanted = { ...client, enabled, required: enabled && required };
  const seen = { updated_at: settings?.updated_at ?? null };
  const saving = useChange((sent: typeof value) => saveSingleSignOn({ ...wanted, seen }).then(() => sent), {
    onProblem: errors.onProblem,
    refresh,
    done: 'Saved.',
    after: (sent) => {
      edited.saved(sent);
      setSecret('');
    },
  });
  const removing = useChange(removeSingleSignOn, { refresh, done: 'Single sign-on is undone.', after: edited.reset });
  /** What is typed is no longer what was refused. */
  const set = (part: Partial<typeof value>): void => {
    errors.clear();
    edited.set(part);
  };
  const isDirty = edited.isDirty || secret !== '';
  const hasSecret = isPublic || secret !== '' || settings?.has_secret === true;
  const isReady = client.issuer !== '' && client.client_id !== '' && hasSecret;
  return (
    <Section
      title="Single sign-on"
      hint="OpenID Connect. It authenticates people; directory sync provisions them. Either works alone."
    >
      <UnsavedGuard isDirty={isDirty && !saving.isPending} what="the settings of single sign-on" />
      <form
        ref={errors.form}
        onSubmit={(event) => {
          event.preventDefault();
          errors.clear();
          saving.mutate(value);
        }}
      >
        <Stack gap="md">
          <CopyField label="Redirect URI" value={data.redirect_uri} />
          <TextInput
            {...errors.field('issuer')}
            label="Issuer"
            placeholder="https://acme.okta.com"
            value={value.issuer}
            onChange={(event) => set({ issuer: event.currentTarget.value })}
          />
          <TextInput
            {...errors.field('client_id')}
            label="Client id"
            value={value.client_id}
            onChange={(event) => set({ client_id: event.currentTarget.value })}
          />
          <Switch
            label="The application has no secret"
            description="A public client: it proves itself by PKCE alone. Most applications have a secret."
            checked={isPublic}
            onChange={(event) => set({ is_public: event.currentTarget.checked })}
          />
          <PasswordInput
            {...errors.field('client_secret')}
            label="Client secret"
            description={
              settings?.has_secret ? 'One is stored; leave this empty to keep it.' : 'The provider shows it once.'
            }
            disabled={isPublic}
            autoComplete="off"
            value={secret}
            onChange={(event) => {
              errors.clear();
              setSecret(event.currentTarget.value);
            }}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
          />
          <Switch
            label="Enabled"
            checked={enabled}
            onChange={(event) => set({ enabled: event.currentTarget.checked })}
          />
          <Switch
            label="Required"
            description="Nobody but the Owner signs in to the workspace in another way."
            disabled={!enabled}
            checked={enabled && required}
            onChange={(event) => set({ required: event.currentTarget.checked })}
          />
          {testing.data !== undefined && isSame(testing.variables, client) && (
            <Alert color={testing.data.ok ? 'pine' : 'yellow'} variant="light" role="status">
              <Stack gap={6}>
                {testing.data.checks.map(({ check, ok, message }) => (
                  <Group key={check} gap={8} wrap="nowrap" align="flex-start">
                    {ok ? (
                      <IconCircleCheck size={18} aria-label="Passes" style={{ flexShrink: 0 }} />
                    ) : (
                      <IconCircleX size={18} aria-label="Fails" style={{ flexShrink: 0 }} />
                    )}
                    <Text size="sm">{message}</Text>
                  </Group>
                ))}
              </Stack>
            </Alert>
          )}
          <ChangedElsewhere edited={edited} labels={LABELS} shown={SHOWN} onDecided={errors.clear}>
            <FormProblem errors={errors} />
            <Group>
              <Button type="submit" disabled={!isReady} loading={saving.isPending}>
                Save
              </Button>
              <Button
                variant="default"
                disabled={!isReady}
                loading={testing.isPending}
                onClick={() => {
                  errors.clear();
                  testing.mutate(client);
                }}
              >
                Test it
              </Button>
              {settings !== null && (
                <Confirm
                  label="Undo single sign-on"
                  title="Undo single sign-on?"
                  confirm="Undo it"
                  onConfirm={() => removing.mutateAsync(undefined)}
                >
                  The settings and every link to a person at the provider are removed. Nobody is signed out; people sign
                  in with a password or a link from then on.
                </Confirm>
              )}
            </Group>
          </ChangedElsewhere>
        </Stack>
      </form>
    </Section>
  );
}

const LABELS = {
  issuer: 'The issuer',
  client_id: 'The client id',
  is_public: 'An application without a secret',
  enabled: 'Single sign-on',
  required: 'Required',
} as const;
const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');
const SHOWN = { enabled: (is: boolean): string => (is ? 'on' : 'off'), required: yesOrNo, is_public: yesOrNo };
