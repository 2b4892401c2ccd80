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
import { Confirm } from '../parts/confirm.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { isSame } from '../parts/same.ts';
import { Section } from '../parts/section.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';

export function SingleSignOn() {
  const { data } = useSuspenseQuery(singleSignOn);
  // Saved or undone, the form begins anew with what is stored.
  return <Form key={data.settings?.updated_at ?? 'none'} data={data} />;
}

function Form({ data }: { readonly data: Stored }) {
  const { settings } = data;
  const [issuer, setIssuer] = useState(settings?.issuer ?? '');
  const [clientId, setClientId] = useState(settings?.client_id ?? '');
  const [secret, setSecret] = useState('');
  const [isPublic, setPublic] = useState(settings !== null && !settings.has_secret);
  const [enabled, setEnabled] = useState(settings?.enabled ?? false);
  const [required, setRequired] = useState(settings?.required ?? false);
  const refresh = [singleSignOn.queryKey];
  const client = {
    issuer: issuer.trim(),
    client_id: clientId.trim(),
    // Absent keeps the stored one; null says that there is none.
    ...(isPublic ? { client_secret: null } : secret !== '' && { client_secret: secret }),
  };
  const errors = useFormErrors(['issuer', 'client_id', 'client_secret']);
  const testing = useChange(testSingleSignOn, { onProblem: errors.onProblem });
  const saving = useChange(() => saveSingleSignOn({ ...client, enabled, required: enabled && required }), {
    onProblem: errors.onProblem,
    refresh,
    done: 'Saved.',
  });
  const removing = useChange(removeSingleSignOn, { refresh, done: 'Single sign-on is undone.' });
  /** What is typed is no longer what was refused. */
  const typed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      errors.clear();
      set(value);
    };
  const isDirty =
    client.issuer !== (settings?.issuer ?? '') ||
    client.client_id !== (settings?.client_id ?? '') ||
    secret !== '' ||
    isPublic !== (settings !== null && !settings.has_secret) ||
    enabled !== (settings?.enabled ?? false) ||
    required !== (settings?.required ?? false);
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
          saving.mutate(undefined);
        }}
      >
        <Stack gap="md">
          <CopyField label="Redirect URI" value={data.redirect_uri} />
          <TextInput
            {...errors.field('issuer')}
            label="Issuer"
            placeholder="https://acme.okta.com"
            value={issuer}
            onChange={(event) => typed(setIssuer)(event.currentTarget.value)}
          />
          <TextInput
            {...errors.field('client_id')}
            label="Client id"
            value={clientId}
            onChange={(event) => typed(setClientId)(event.currentTarget.value)}
          />
          <Switch
            label="The application has no secret"
            description="A public client: it proves itself by PKCE alone. Most applications have a secret."
            checked={isPublic}
            onChange={(event) => typed(setPublic)(event.currentTarget.checked)}
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
            onChange={(event) => typed(setSecret)(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
          />
          <Switch label="Enabled" checked={enabled} onChange={(event) => setEnabled(event.currentTarget.checked)} />
          <Switch
            label="Required"
            description="Nobody but the Owner signs in to the workspace in another way."
            disabled={!enabled}
            checked={enabled && required}
            onChange={(event) => setRequired(event.currentTarget.checked)}
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
        </Stack>
      </form>
    </Section>
  );
}
