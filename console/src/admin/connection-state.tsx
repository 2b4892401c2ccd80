// How a connection does, in a word.
import { Badge } from '@mantine/core';
import type { Connection } from '../api/connections.ts';

export function ConnectionState({ connection }: { readonly connection: Connection }) {
  const { text, isGood, isTrouble } = stateOf(connection);
  return (
    <Badge
      size="lg"
      tt="none"
      fw={560}
      variant={isGood ? 'filled' : 'default'}
      {...(isTrouble && { className: 'trouble' })}
    >
      {text}
    </Badge>
  );
}

function stateOf({ enabled, last_sync_at, recent_troubles, tokens }: Connection): {
  text: string;
  isGood?: true;
  isTrouble?: true;
} {
  if (!enabled) return { text: 'Disabled' };
  if (!tokens.some(({ state }) => state === 'valid' || state === 'expiring'))
    return { text: 'No good token', isTrouble: true };
  if (recent_troubles > 0) return { text: `${recent_troubles} refused today`, isTrouble: true };
  if (last_sync_at === null) return { text: 'Waiting for the first sync' };
  return { text: 'Healthy', isGood: true };
}
