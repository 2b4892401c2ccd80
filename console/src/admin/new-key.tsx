// A new API key: what it may do, until when; then the key itself, this once.
import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { apiKeys, createKey, type Scope } from '../api/workspace.ts';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { Copied, ShownOnce } from '../parts/shown-once.tsx';
import { SecretModal } from './secret-modal.tsx';

const SCOPES: readonly { readonly value: Scope; readonly label: string }[] = [
  { value: 'trails:read', label: 'Read trails, drafts included' },
  { value: 'trails:write', label: 'Write trails: create, save, test, grant, delete' },
  { value: 'trails:publish', label: 'Publish, unpublish, archive' },
];
const DAY_MS = 86_400_000;
const LIFETIMES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
];

const FIRST_SCOPES: Scope[] = ['trails:read'];
const FIRST_LIFETIME = '90';

export function NewKey({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(FIRST_SCOPES);
  const [lifetime, setLifetime] = useState(FIRST_LIFETIME);
  const errors = useFormErrors(['name', 'scopes', 'expires_at']);
  const creating = useChange(
    () =>
      createKey({
        name: name.trim(),
        scopes,
        expires_at: lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString(),
      }),
    { onProblem: errors.onProblem },
  );
  const leave = (): void => {
    close();
    setName('');
    setScopes(FIRST_SCOPES);
    setLifetime(FIRST_LIFETIME);
    creating.reset();
    errors.clear();
    void queries.invalidateQueries({ queryKey: apiKeys.queryKey });
  };
  return (
    <SecretModal making={creating} opened={opened} onClose={leave} title="New API key">
      {creating.data === undefined ? (
        <form
          ref={errors.form}
          onSubmit={(event) => {
            event.preventDefault();
            errors.clear();
            creating.mutate(undefined);
          }}
        >
          <Stack>
            <TextInput
              {...errors.field('name')}
              label="What is it for?"
              placeholder="Nightly import"
              required
              maxLength={120}
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox.Group
              label="It may"
              error={errors.field('scopes').error}
              value={scopes}
              onChange={(value) => setScopes(value as Scope[])}
            >
              <Stack gap={8} mt={8}>
                {SCOPES.map(({ value, label }) => (
                  <Checkbox key={value} value={value} label={label} />
                ))}
              </Stack>
            </Checkbox.Group>
            <Select
              {...errors.field('expires_at')}
              label="It expires"
              allowDeselect={false}
              value={lifetime}
              onChange={(value) => setLifetime(value ?? '90')}
              data={LIFETIMES}
            />
            <FormProblem errors={errors} />
            <Group justify="flex-end">
              <Button type="submit" loading={creating.isPending} disabled={name.trim() === '' || scopes.length === 0}>
                Make key
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Copied onLeave={leave}>
          <ShownOnce label="Key" secret={creating.data.key} />
        </Copied>
      )}
    </SecretModal>
  );
}
