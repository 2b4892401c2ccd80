// The workload identity of a connection: one workload in the company's own tenant that gets tokens without a secret.
import { Button, Text, TextInput } from '@mantine/core';
import { isBlank } from '../../../../src/base/text.ts';
import { useChange } from '../../api/change.ts';
import { type Connection, removeIdentity, saveIdentity } from '../../api/connections.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { EditedForm, useChanging } from '../../parts/forms/edited-form.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { Instant, LastUsed } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

const FIELDS = [
  { name: 'issuer', label: t('Issuer'), description: t('Contains the id of your own tenant.') },
  { name: 'subject', label: t('Subject'), description: t('In Entra ID: the object id of the service principal.') },
  { name: 'audience', label: t('Audience'), description: t('The audience of the token.') },
] as const;
const LABELS = { issuer: t('The issuer'), subject: t('The subject'), audience: t('The audience') } as const;
const REFRESH = [['connections']];

export function WorkloadIdentitySection({ connection }: { readonly connection: Connection }) {
  return (
    <Section
      title={t('Without a secret')}
      hint={t(
        'A workload in your own tenant signs in with a token that the tenant issues. There is no secret to store or renew.',
      )}
    >
      <IdentityForm key={connection.id} connection={connection} />
    </Section>
  );
}

function IdentityForm({ connection: { id, workload_identity: pinned } }: { readonly connection: Connection }) {
  const form = useChanging(
    { issuer: pinned?.issuer ?? '', subject: pinned?.subject ?? '', audience: pinned?.audience ?? '' },
    {
      names: FIELDS.map(({ name }) => name),
      save: ({ value }) => saveIdentity(id, { ...value, seen: { created_at: pinned?.created_at ?? null } }),
      refresh: REFRESH,
    },
  );
  return (
    <EditedForm
      form={form}
      what={t('the workload identity')}
      labels={LABELS}
      buttons={
        <>
          <Button
            type="submit"
            loading={form.isSaving}
            disabled={Object.values(form.value).some((value) => isBlank(value))}
          >
            {t('Save the workload identity')}
          </Button>
          {pinned !== null && <Removal connectionId={id} after={form.reset} />}
        </>
      }
    >
      {FIELDS.map(({ name, label, description }) => (
        <TextInput
          key={name}
          label={label}
          description={description}
          placeholder={name === 'issuer' ? 'https://login.microsoftonline.com/…/v2.0' : ''}
          value={form.value[name]}
          onChange={(event) => form.set({ [name]: event.currentTarget.value })}
          {...form.errors.field(name)}
        />
      ))}
      {pinned !== null && (
        <Text size="sm" c="dimmed">
          {rich('Set up {when}, {use}. Another one ends its tokens at once.', {
            when: <Instant at={pinned.created_at} />,
            use: pinned.last_used_at === null ? t('never used') : <LastUsed at={pinned.last_used_at} />,
          })}
        </Text>
      )}
    </EditedForm>
  );
}

function Removal({ connectionId, after }: { readonly connectionId: string; readonly after: () => void }) {
  const removing = useChange(() => removeIdentity(connectionId), { refresh: REFRESH, done: t('Removed.'), after });
  return (
    <Confirm
      label={t('Remove')}
      title={t('Remove the workload identity?')}
      confirm={t('Remove it')}
      onConfirm={() => removing.mutateAsync(undefined)}
    >
      {t('It gets no more tokens, and its current ones stop working at once.')}
    </Confirm>
  );
}
