// The status of a connection as a word, and what it has synced.
import type { Connection } from '../../api/connections.ts';
import { Status, type Tone } from '../../parts/page/status.tsx';
import { countedPeople } from '../../parts/texts/counted.ts';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { isGood, waitingOf } from './credential-states.ts';

/** "1,400 people, 3 groups, last sync 5 minutes ago". */
export function SyncFacts({ connection }: { readonly connection: Connection }) {
  const { active_users, users, groups, last_sync_at } = connection;
  const facts = { people: countedPeople(active_users, users), groups };
  return last_sync_at === null
    ? t('{people}, {groups, plural, one {# group} other {# groups}}, not synced yet', facts)
    : rich('{people}, {groups, plural, one {# group} other {# groups}}, last sync {when}', {
        ...facts,
        when: <Instant at={last_sync_at} />,
      });
}

export function ConnectionState({ connection }: { readonly connection: Connection }) {
  const { text, tone } = stateOf(connection);
  return <Status tone={tone}>{text}</Status>;
}

function stateOf(connection: Connection): { text: string; tone: Tone } {
  const { enabled, paused, suspended, last_sync_at, recent_troubles, tokens } = connection;
  if (!enabled) return { text: t('Disabled'), tone: 'quiet' };
  if (suspended.people > 0)
    return { text: t('{people} suspended: decide', { people: suspended.people }), tone: 'trouble' };
  if (paused) return { text: t('Paused'), tone: 'attention' };
  if (waitingOf(connection).length > 0) return { text: t('Confirm the connection'), tone: 'trouble' };
  if (!tokens.some(isGood)) return { text: t('No valid token'), tone: 'trouble' };
  if (recent_troubles > 0)
    return { text: t('{recentTroubles} refused today', { recentTroubles: recent_troubles }), tone: 'attention' };
  if (last_sync_at === null) return { text: t('Waiting for the first sync'), tone: 'attention' };
  return { text: t('Healthy'), tone: 'fine' };
}
