// Rotating and revoking a key.
import { Group } from '@mantine/core';
import { useChange } from '../api/change.ts';
import { type ApiKey, apiKeys, revokeKey, rotateKey } from '../api/workspace.ts';
import { Confirm } from '../parts/confirm.tsx';
import { LastUsed } from '../parts/instant.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { Rotation } from './rotation.tsx';

export function KeyActions({ apiKey }: { readonly apiKey: ApiKey }) {
  const revoking = useChange(() => revokeKey(apiKey.id), { refresh: [apiKeys.queryKey], done: 'Revoked.' });
  return (
    <Group gap={6} wrap="nowrap">
      {apiKey.kind === 'api_key' && apiKey.replaced_by === null && (
        <Rotation
          label="Rotate"
          isSmall
          title={`Rotate "${apiKey.name}"`}
          noun="key"
          hint="A new key with the same person, scopes and lifetime is made."
          rotate={(overlapSeconds) => rotateKey(apiKey.id, overlapSeconds)}
          refresh={apiKeys.queryKey}
        >
          {({ key }) => <ShownOnce label="Key" secret={key} />}
        </Rotation>
      )}
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
