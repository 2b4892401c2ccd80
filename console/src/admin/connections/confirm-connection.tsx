// Lets an admin check and confirm the credentials that a setup link created for a connection.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useChange } from '../../api/change.ts';
import { type Connection, confirmConnection } from '../../api/connections.ts';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { waitingOf } from './credential-states.ts';

export function ConfirmConnection({ connection }: { readonly connection: Connection }) {
  const confirming = useChange(() => confirmConnection(connection.id), {
    refresh: [['connections']],
    done: t('Confirmed. The identity provider can sync now.'),
  });
  const waiting = waitingOf(connection);
  if (waiting.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={t('Confirm this connection')} mb="md">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t(
            "Anyone who has one of these can add people to the workspace and change its synced groups. They are refused until you confirm the connection. If you don't expect them, revoke the set-up link instead.",
          )}
        </Text>
        <ul style={{ margin: 0 }}>
          {waiting.map((made) => (
            <li key={made.id}>
              <Text size="sm" dir="auto">
                {rich('<code>{prefix}…</code>, made {when} with the set-up link for <b>{setupLink}</b>', {
                  prefix: 'token_prefix' in made ? made.token_prefix : made.secret_prefix,
                  when: <Instant at={made.created_at} />,
                  setupLink: made.setup_link,
                })}
              </Text>
            </li>
          ))}
        </ul>
        <Group>
          <Button loading={confirming.isPending} onClick={() => confirming.mutate(undefined)}>
            {t('Confirm connection')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
