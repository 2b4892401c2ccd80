// The buttons that rotate and revoke a key.
import { Button, Group } from '@mantine/core';
import { useChange } from '../../api/change.ts';
import { type ApiKey, apiKeys, revokeKey } from '../../api/workspace.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { LastUsed } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

interface KeyActionsProps {
  readonly apiKey: ApiKey;
  /** Asks how long the old key should stay valid. */
  readonly rotate: () => void;
}

export function KeyActions({ apiKey, rotate }: KeyActionsProps) {
  const revoking = useChange(() => revokeKey(apiKey.id), { refresh: [apiKeys.queryKey], done: t('Revoked.') });
  return (
    <Group gap={6} wrap="nowrap">
      {apiKey.kind === 'api_key' && apiKey.replaced_by === null && (
        <Button size="compact-sm" variant="default" onClick={rotate}>
          {t('Rotate')}
        </Button>
      )}
      <Confirm
        label={t('Revoke')}
        title={t('Revoke "{apiKey}"?', { apiKey: apiKey.name })}
        confirm={t('Revoke the key')}
        button={{ size: 'compact-sm' }}
        onConfirm={() => revoking.mutateAsync(undefined)}
      >
        {rich(
          "<code>{tokenPrefix}…</code> of {user}, {use}. Programs that use it stop working at once. You can't undo this.",
          {
            tokenPrefix: apiKey.token_prefix,
            user: apiKey.user.name || apiKey.user.email,
            use: apiKey.last_used_at === null ? t('never used') : <LastUsed at={apiKey.last_used_at} />,
          },
        )}
      </Confirm>
    </Group>
  );
}
