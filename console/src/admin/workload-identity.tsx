// The workload identity of a connection: one workload of the company's own tenant that asks for tokens without any secret.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useChange } from '../api/change.ts';
import { type Connection, removeIdentity, saveIdentity } from '../api/connections.ts';
import { ChangedElsewhere } from '../parts/changed-elsewhere.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { Instant, LastUsed } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { useEdited } from '../parts/use-edited.ts';

const FIELDS = [
  { name: 'issuer', label: 'Issuer', description: "With your own tenant's id in it." },
  { name: 'subject', label: 'Subject', description: 'In Entra ID: the object id of the service principal.' },
  { name: 'audience', label: 'Audience', description: 'Whom the statement is made for.' },
] as const;

export function WorkloadIdentitySection({ connection }: { readonly connection: Connection }) {
  return <Form key={connection.id} connection={connection} />;
}

function Form({ connection }: { readonly connection: Connection }) {
  const pinned = connection.workload_identity;
  const edited = useEdited({
    issuer: pinned?.issuer ?? '',
    subject: pinned?.subject ?? '',
    audience: pinned?.audience ?? '',
  });
  const { value: identity, set, isDirty, saved } = edited;
  const seen = { created_at: pinned?.created_at ?? null };
  const errors = useFormErrors(FIELDS.map(({ name }) => name));
  const refresh = [['connections']];
  const saving = useChange((sent: typeof identity) => saveIdentity(connection.id, { ...sent, seen }).then(() => sent), {
    refresh,
    done: 'Saved.',
    onProblem: errors.onProblem,
    after: saved,
  });
  const removing = useChange(() => removeIdentity(connection.id), { refresh, done: 'Removed.', after: edited.reset });
  return (
    <Section
      title="Without a secret"
      hint="A workload of your own tenant asks with a statement that the tenant signs: nothing to keep, nothing to renew."
    >
      <form
        ref={errors.form}
        onSubmit={(event) => {
          event.preventDefault();
          errors.clear();
          saving.mutate(identity);
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
                errors.clear();
                set({ [name]: event.currentTarget.value });
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
          <ChangedElsewhere
            edited={edited}
            labels={{ issuer: 'The issuer', subject: 'The subject', audience: 'The audience' }}
            onDecided={errors.clear}
          >
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
          </ChangedElsewhere>
        </Stack>
      </form>
    </Section>
  );
}
