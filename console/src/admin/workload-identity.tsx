// The workload identity of a connection: one workload of the company's own tenant that asks for tokens without any secret.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { type Connection, removeIdentity, saveIdentity, type WorkloadIdentity } from '../api/connections.ts';
import { Confirm } from '../parts/confirm.tsx';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { Instant, LastUsed } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';

const FIELDS = [
  { name: 'issuer', label: 'Issuer', description: "With your own tenant's id in it." },
  { name: 'subject', label: 'Subject', description: 'In Entra ID: the object id of the service principal.' },
  { name: 'audience', label: 'Audience', description: 'Whom the statement is made for.' },
] as const;

export function WorkloadIdentitySection({ connection }: { readonly connection: Connection }) {
  // Saved or removed, the form begins anew with what is stored.
  return <Form key={connection.workload_identity?.created_at ?? 'none'} connection={connection} />;
}

function Form({ connection }: { readonly connection: Connection }) {
  const pinned = connection.workload_identity;
  const [identity, setIdentity] = useState<WorkloadIdentity>({
    issuer: pinned?.issuer ?? '',
    subject: pinned?.subject ?? '',
    audience: pinned?.audience ?? '',
  });
  const isDirty = FIELDS.some(({ name }) => identity[name] !== (pinned?.[name] ?? ''));
  const errors = useFormErrors(FIELDS.map(({ name }) => name));
  const refresh = [['connections']];
  const saving = useChange(() => saveIdentity(connection.id, identity), {
    refresh,
    done: 'Saved.',
    onProblem: errors.onProblem,
  });
  const removing = useChange(() => removeIdentity(connection.id), { refresh, done: 'Removed.' });
  return (
    <Section
      title="Without a secret"
      hint="A workload of your own tenant asks with a statement that the tenant signs: nothing to keep, nothing to renew."
    >
      <form
        ref={errors.form}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(undefined);
        }}
      >
        <Stack gap="sm">
          <UnsavedGuard isDirty={isDirty && !saving.isPending} what="the workload identity" />
          {FIELDS.map(({ name, label, description }) => (
            <TextInput
              key={name}
              label={label}
              description={description}
              placeholder={name === 'issuer' ? 'https://login.microsoftonline.com/…/v2.0' : ''}
              value={identity[name]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                errors.clear();
                setIdentity((before) => ({ ...before, [name]: value }));
              }}
              {...errors.field(name)}
            />
          ))}
          {pinned !== null && (
            <Text size="sm" c="dimmed">
              Set up <Instant at={pinned.created_at} />,{' '}
              {pinned.last_used_at === null ? 'never used' : <LastUsed at={pinned.last_used_at} />}. Another one ends
              its tokens at once.
            </Text>
          )}
          <FormProblem errors={errors} />
          <Group>
            <Button
              type="submit"
              loading={saving.isPending}
              disabled={Object.values(identity).some((value) => value.trim() === '')}
            >
              Save the workload identity
            </Button>
            {pinned !== null && (
              <Confirm
                label="Remove"
                title="Remove the workload identity?"
                confirm="Remove it"
                onConfirm={() => removing.mutateAsync(undefined)}
              >
                It gets no tokens from now on, and those that it has are refused at once.
              </Confirm>
            )}
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
