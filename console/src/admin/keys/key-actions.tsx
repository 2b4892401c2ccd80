// The buttons that rotate and revoke a key.
import { Button, Group } from '@mantine/core';
import { useChange } from '../../api/change.ts';
import { type ApiKey, apiKeys, revokeKey } from '../../api/workspace.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { LastUsed } from '../../parts/texts/instant.tsx';

interface KeyActionsProps {
  readonly apiKey: ApiKey;
  /** Asks how long the old key should stay valid. */
  readonly rotate: () => void;
}

export function KeyActions({ apiKey, rotate }: KeyActionsProps) {
  const revoking = useChange(() => revokeKey(apiKey.id), { refresh: [apiKeys.queryKey], done: 'Revoked.' });
  return (
    <Group gap={6} wrap="nowrap">
      {apiKey.kind === 'api_key' && apiKey.replaced_by === null && (
        <Button size="compact-sm" variant="default" onClick={rotate}>
          Rotate
        </Button>
      )}
      <Confirm
        label="Revoke"
        title={`Revoke "${apiKey.name}"?`}
        confirm="Revoke the key"
        button={{ size: 'compact-sm' }}
        onConfirm={() => revoking.mutateAsync(undefined)}
      >
        <code>{apiKey.token_prefix}…</code> of {apiKey.user.name || apiKey.user.email},{' '}
        {apiKey.last_used_at === null ? 'never used' : <LastUsed at={apiKey.last_used_at} />}. Programs that use it stop
        working at once. You can't undo this.
      </Confirm>
    </Group>
  );
}
