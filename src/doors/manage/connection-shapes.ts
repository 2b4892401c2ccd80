// Connections as /manage/v1 answers and takes them.
import { Type } from '@sinclair/typebox';
import { Seen } from '../../base/seen.ts';
import { Count, closed, Instant, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { type ListedScimToken, listScimTokens } from '../../credentials/scim-tokens.ts';
import { TOKEN_EXPIRIES } from '../../credentials/token-expiry.ts';
import { TEXT_LIMITS } from '../../directory/checked.ts';
import { type Connection, connectionBase, IDENTITY_PROVIDERS } from '../../directory/connections/connection.ts';
import { guardState } from '../../provisioning/held-deactivations.ts';
import { connectionHealth } from '../../provisioning/log/connection-health.ts';
import type { Db } from '../../storage/database.ts';
import { CredentialState, clientMembers, clientSettings, SetupLinkNote } from './connection-client-shapes.ts';

const TokenResource = Type.Object(
  {
    id: Uuid('The token.'),
    token_prefix: Type.String({ description: 'Its first characters, to tell it from others.' }),
    state: CredentialState,
    created_at: Instant('When it was made.'),
    expires_at: Nullable(Instant('Fixed at creation; null: never.')),
    revoked_at: Nullable(Instant('When it was revoked.')),
    last_used_at: Nullable(Instant('Exact to five minutes.')),
    setup_link: SetupLinkNote,
  },
  { $id: 'ScimTokenResource', ...closed },
);

export const ConnectionResource = Type.Object(
  {
    id: Uuid('The connection.'),
    name: Type.String(),
    provider: OneOf(IDENTITY_PROVIDERS, { description: 'Whose steps and words the console shows.' }),
    base_url: Type.String({ format: 'uri', description: 'To paste into the identity provider.' }),
    enabled: Type.Boolean(),
    paused: Type.Boolean({ description: 'Takes no changes for now (429); reads are answered.' }),
    strict: Type.Boolean({ description: 'Refuses what RFC 7644 does not allow.' }),
    manager_visibility: Type.Boolean({ description: 'Sync grants the Manager role to everybody with direct reports.' }),
    confirmed_at: Nullable(Instant('When an admin confirmed what set-up links made; null: not yet.')),
    created_at: Instant('When it was made.'),
    last_sync_at: Nullable(Instant('The last request of the identity provider.')),
    last_trouble_at: Nullable(Instant('The last request that was refused or failed.')),
    last_ok_at: Nullable(Instant('The last request that was carried out, as long as the log is kept.')),
    last_trouble: Nullable(
      Type.Object(
        {
          at: Instant('When.'),
          status: Type.Integer(),
          scim_type: Nullable(Type.String()),
          explanation: Nullable(Type.String({ description: 'What was answered.' })),
        },
        closed,
      ),
      { description: 'What was answered to the last request that was refused or failed.' },
    ),
    recent_troubles: Count('Requests refused or failed in the last 24 hours.'),
    held: Type.Object(
      {
        since: Nullable(Instant('Since when everything is held; null: nothing is.')),
        waiting: Count('People who wait for a decision.'),
        kept: Count('People whom an admin decided to keep.'),
        version: Type.String({
          description: 'Another one when one of the two lists is. A decision names the version of a list.',
        }),
      },
      { ...closed, description: 'What the guard against mass deprovisioning holds.' },
    ),
    users: Count('People it provisions, with those who are deactivated and may come back.'),
    active_users: Count('Those of them who are active members.'),
    active_without_email: Count('Those of them for whom no e-mail address came: nobody can sign in as them.'),
    groups: Count('Groups synced from it.'),
    tokens: Type.Array(TokenResource),
    ...clientMembers,
  },
  { $id: 'ConnectionResource', ...closed },
);

export const MadeToken = Type.Object(
  {
    token_id: Uuid('The token.'),
    token: Type.String({ description: 'Shown this once; only a hash is kept.' }),
    expires_at: Nullable(Instant('Fixed; null: never.')),
  },
  { $id: 'MadeScimToken', ...closed },
);

export const TOKEN_SHOWN_ONCE = { id: 'token_id', remedy: 'Revoke the token and make another.' };

export const MadeConnection = Type.Object(
  {
    connection_id: Uuid('The connection.'),
    base_url: Type.String({ format: 'uri' }),
    ...MadeToken.properties,
  },
  { $id: 'MadeConnection', ...closed },
);

const name = Type.String({ minLength: 1, maxLength: TEXT_LIMITS.connection });
const expires = OneOf(TOKEN_EXPIRIES, { description: 'How long the token is good; fixed at creation. Absent: 1y.' });

export const CreateConnectionBody = Type.Object(
  { name, provider: Type.Optional(OneOf(IDENTITY_PROVIDERS)), expires: Type.Optional(expires) },
  { $id: 'CreateConnectionBody', ...closed },
);
export const UpdateConnectionBody = Type.Object(
  {
    name: Type.Optional(name),
    provider: Type.Optional(OneOf(IDENTITY_PROVIDERS)),
    enabled: Type.Optional(Type.Boolean()),
    paused: Type.Optional(Type.Boolean()),
    strict: Type.Optional(Type.Boolean()),
    manager_visibility: Type.Optional(Type.Boolean()),
    seen: Seen({ name, provider: OneOf(IDENTITY_PROVIDERS) }),
  },
  { $id: 'UpdateConnectionBody', ...closed },
);
export const CreateTokenBody = Type.Object({ expires: Type.Optional(expires) }, { $id: 'CreateTokenBody', ...closed });

/** The connection with its health and its tokens. */
export async function connectionResource(
  db: Db,
  teamId: string,
  { connection_id, ...connection }: Connection,
  baseUrl: string,
  now: number,
) {
  const health = await connectionHealth(db, teamId, connection_id, now);
  const tokens = await listScimTokens(db, teamId, connection_id, now);
  const guard = await guardState(db, { team_id: teamId, connection_id });
  return {
    id: connection_id,
    ...connection,
    held: { since: guard.held_since, waiting: guard.waiting, kept: guard.kept, version: guard.version },
    base_url: connectionBase(baseUrl, connection_id),
    ...health,
    tokens: tokens.map(tokenResource),
    ...(await clientSettings(db, teamId, connection_id, baseUrl, now)),
  };
}

const tokenResource = ({
  token_id: id,
  setup_link_id: _,
  setup_link_note,
  is_waiting: __,
  ...token
}: ListedScimToken) => ({
  id,
  ...token,
  setup_link: setup_link_note,
});
