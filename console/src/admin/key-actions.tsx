// Rotating and revoking a key.
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { type ApiKey, apiKeys, revokeKey, rotateKey } from '../api/workspace.ts';
import { Confirm } from '../parts/confirm.tsx';
import { ShownOnce } from '../parts/copy-field.tsx';
import { LastUsed } from '../parts/instant.tsx';
import { SecretModal } from './secret-modal.tsx';

const OVERLAPS = [
  { value: '0', label: 'ends now' },
  { value: '3600', label: 'goes on for an hour' },
  { value: '86400', label: 'goes on for a day' },
  { value: '604800', label: 'goes on for a week' },
];

export function KeyActions({ apiKey }: { readonly apiKey: ApiKey }) {
  const revoking = useChange(() => revokeKey(apiKey.id), { refresh: [apiKeys.queryKey], done: 'Revoked.' });
  return (
    <Group gap={6} wrap="nowrap">
      {apiKey.kind === 'api_key' && apiKey.replaced_by === null && <Rotate apiKey={apiKey} />}
      <Confirm
        label="Revoke"
        title={`Revoke "${apiKey.name}"?`}
        confirm="Revoke the key"
        button={{ size: 'compact-sm' }}
        onConfirm={() => revoking.mutateAsync(undefined)}
      >
        <code>{apiKey.token_prefix}…</code> of {apiKey.user.name || apiKey.user.email},{' '}
        {apiKey.last_used_at === null ? 'never used' : <LastUsed at={apiKey.last_used_at} />}. Programs that use it are
        refused at once. This cannot be undone; make a new key instead.
      </Confirm>
    </Group>
  );
}

function Rotate({ apiKey }: { readonly apiKey: ApiKey }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [overlap, setOverlap] = useState('86400');
  const rotating = useChange(() => rotateKey(apiKey.id, Number(overlap)), { refresh: [] });
  const leave = useChange(async () => undefined, { refresh: [apiKeys.queryKey] });
  const end = (): void => {
    close();
    rotating.reset();
    leave.mutate(undefined);
  };
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        Rotate
      </Button>
      <SecretModal making={rotating} opened={opened} onClose={end} title={`Rotate "${apiKey.name}"`}>
        {rotating.data === undefined ? (
          <Stack>
            <Text size="sm">A new key with the same person, scopes and lifetime is made.</Text>
            <Select
              label="The old key"
              allowDeselect={false}
              value={overlap}
              onChange={(value) => setOverlap(value ?? '86400')}
              data={OVERLAPS}
            />
            <Group justify="flex-end">
              <Button loading={rotating.isPending} onClick={() => rotating.mutate(undefined)}>
                Make the new key
              </Button>
            </Group>
          </Stack>
        ) : (
          <Stack>
            <ShownOnce label="Key" secret={rotating.data.key} />
            <Group justify="flex-end">
              <Button onClick={end}>I have copied it</Button>
            </Group>
          </Stack>
        )}
      </SecretModal>
    </>
  );
}
