// The status of a connection as a word.
import type { Connection } from '../../api/connections.ts';
import { Status, type Tone } from '../../parts/page/status.tsx';
import { isGood, waitingOf } from './credential-states.ts';

export function ConnectionState({ connection }: { readonly connection: Connection }) {
  const { text, tone } = stateOf(connection);
  return <Status tone={tone}>{text}</Status>;
}

function stateOf(connection: Connection): { text: string; tone: Tone } {
  const { enabled, paused, held, last_sync_at, recent_troubles, tokens } = connection;
  if (!enabled) return { text: 'Disabled', tone: 'quiet' };
  if (held.waiting > 0) return { text: `${held.waiting} held: decide`, tone: 'trouble' };
  if (paused) return { text: 'Paused', tone: 'attention' };
  if (waitingOf(connection).length > 0) return { text: 'Confirm the connection', tone: 'trouble' };
  if (!tokens.some(isGood)) return { text: 'No valid token', tone: 'trouble' };
  if (recent_troubles > 0) return { text: `${recent_troubles} refused today`, tone: 'attention' };
  if (last_sync_at === null) return { text: 'Waiting for the first sync', tone: 'attention' };
  return { text: 'Healthy', tone: 'fine' };
}
