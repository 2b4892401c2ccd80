// Lets an admin check and confirm the credentials that a setup link created for a connection.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useChange } from '../../api/change.ts';
import { type Connection, confirmConnection } from '../../api/connections.ts';
import { Instant } from '../../parts/texts/instant.tsx';
import { waitingOf } from './credential-states.ts';

export function ConfirmConnection({ connection }: { readonly connection: Connection }) {
  const confirming = useChange(() => confirmConnection(connection.id), {
    refresh: [['connections']],
    done: 'Confirmed. The identity provider can sync now.',
  });
  const waiting = waitingOf(connection);
  if (waiting.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title="Confirm this connection" mb="md">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          Anyone who has one of these can add people to the workspace and change its synced groups. They are refused
          until you confirm the connection. If you don't expect them, revoke the set-up link instead.
        </Text>
        <ul style={{ margin: 0 }}>
          {waiting.map((made) => (
            <li key={made.id}>
              <Text size="sm" dir="auto">
                <code>{'token_prefix' in made ? made.token_prefix : made.secret_prefix}…</code>, made{' '}
                <Instant at={made.created_at} /> with the set-up link for <b>{made.setup_link}</b>
              </Text>
            </li>
          ))}
        </ul>
        <Group>
          <Button loading={confirming.isPending} onClick={() => confirming.mutate(undefined)}>
            Confirm connection
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
