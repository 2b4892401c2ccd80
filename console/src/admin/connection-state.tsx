// How a connection does, in a word.
import { Badge } from '@mantine/core';
import type { Connection } from '../api/connections.ts';

export function ConnectionState({ connection }: { readonly connection: Connection }) {
  const { text, isGood } = stateOf(connection);
  return (
    <Badge size="lg" tt="none" fw={560} variant={isGood ? 'filled' : 'default'}>
      {text}
    </Badge>
  );
}

function stateOf({ enabled, last_sync_at, recent_troubles, tokens }: Connection): { text: string; isGood: boolean } {
  if (!enabled) return { text: 'Disabled', isGood: false };
  if (!tokens.some(({ state }) => state === 'valid' || state === 'expiring'))
    return { text: 'No good token', isGood: false };
  if (recent_troubles > 0) return { text: `${recent_troubles} refused today`, isGood: false };
  if (last_sync_at === null) return { text: 'Waiting for the first sync', isGood: false };
  return { text: 'Healthy', isGood: true };
}
