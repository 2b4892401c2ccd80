// Connections in the API of /manage/v1.
import { Type } from '@sinclair/typebox';
import { Seen } from '../../base/seen.ts';
import { Count, closed, Instant, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { type ListedScimToken, listScimTokens } from '../../credentials/scim-tokens.ts';
import { TOKEN_EXPIRIES } from '../../credentials/token-expiry.ts';
import { TEXT_LIMITS } from '../../directory/checked.ts';
import { type Connection, connectionBase, IDENTITY_PROVIDERS } from '../../directory/connections/connection.ts';
import { AttributeMapping } from '../../provisioning/attribute-mapping.ts';
import { DeclaredAttributes } from '../../provisioning/declared-attributes.ts';
import { connectionHealth } from '../../provisioning/log/connection-health.ts';
import { suspensionList } from '../../provisioning/suspensions.ts';
import type { Db } from '../../storage/database.ts';
import { attributeSettings } from './connection-attributes.ts';
import { CredentialState, clientMembers, clientSettings, SetupLinkNote } from './connection-client-shapes.ts';

const TokenResource = Type.Object(
  {
    id: Uuid('The token.'),
    token_prefix: Type.String({ description: 'The first characters, for identification.' }),
    state: CredentialState,
    created_at: Instant('When it was created.'),
    expires_at: Nullable(Instant('Fixed at creation; null if it never expires.')),
    revoked_at: Nullable(Instant('When it was revoked.')),
    last_used_at: Nullable(Instant('Accurate to five minutes.')),
    setup_link: SetupLinkNote,
  },
  { $id: 'ScimTokenResource', ...closed },
);

export const ConnectionResource = Type.Object(
  {
    id: Uuid('The connection.'),
    name: Type.String(),
    provider: OneOf(IDENTITY_PROVIDERS, { description: "The console shows this provider's steps and terms." }),
    base_url: Type.String({ format: 'uri', description: 'The URL to paste into the identity provider.' }),
    enabled: Type.Boolean(),
    paused: Type.Boolean({ description: 'Rejects changes for now (429); reads still work.' }),
    strict: Type.Boolean({ description: 'Rejects everything that RFC 7644 does not allow.' }),
    manager_visibility: Type.Boolean({ description: 'Sync grants the Manager role to everyone with direct reports.' }),
    moves_external_id: Type.Boolean({
      description:
        'A new user takes the externalId of a deactivated one. Identity providers may rename people that way.',
    }),
    keeps_requests: Type.Boolean({
      description:
        'The log keeps the content of changes for a week, without secrets, so that they can be rehearsed. Also while ' +
        'the connection is paused.',
    }),
    attributes: DeclaredAttributes,
    mapping: AttributeMapping,
    confirmed_at: Nullable(Instant('When an admin confirmed credentials from set-up links; null if not yet.')),
    created_at: Instant('When it was created.'),
    last_sync_at: Nullable(Instant("The identity provider's latest request.")),
    last_trouble_at: Nullable(Instant('The latest request that was rejected or failed.')),
    last_ok_at: Nullable(Instant('The latest successful request still in the log.')),
    last_trouble: Nullable(
      Type.Object(
        {
          at: Instant('When.'),
          status: Type.Integer(),
          scim_type: Nullable(Type.String()),
          explanation: Nullable(Type.String({ description: 'The response.' })),
        },
        closed,
      ),
      { description: 'The response to the latest request that was rejected or failed.' },
    ),
    recent_troubles: Count('Requests rejected or failed in the last 24 hours.'),
    suspended: Type.Object(
      {
        since: Nullable(Instant('Since when everyone who leaves is suspended; null if that is not so.')),
        people: Count('People who lost access and about whom an admin has to decide.'),
        version: Type.String({
          description: 'Changes whenever the list changes. A decision includes the version that it refers to.',
        }),
      },
      { ...closed, description: 'People suspended by the guard against mass deprovisioning.' },
    ),
    users: Count('People it provisions, including deactivated ones who can come back.'),
    active_users: Count('Provisioned people who are active members.'),
    active_without_email: Count('Active members without an e-mail address, who cannot sign in.'),
    groups: Count('Groups it syncs.'),
    tokens: Type.Array(TokenResource),
    ...clientMembers,
  },
  { $id: 'ConnectionResource', ...closed },
);

export const MadeToken = Type.Object(
  {
    token_id: Uuid('The token.'),
    token: Type.String({ description: 'Shown only once; the service stores a hash.' }),
    expires_at: Nullable(Instant('Fixed; null if it never expires.')),
  },
  { $id: 'MadeScimToken', ...closed },
);

export const TOKEN_SHOWN_ONCE = { id: 'token_id', remedy: 'Revoke the token and create another.' };

export const MadeConnection = Type.Object(
  {
    connection_id: Uuid('The connection.'),
    base_url: Type.String({ format: 'uri' }),
    ...MadeToken.properties,
  },
  { $id: 'MadeConnection', ...closed },
);

const name = Type.String({ minLength: 1, maxLength: TEXT_LIMITS.connection });
const expires = OneOf(TOKEN_EXPIRIES, { description: 'How long the token is valid; fixed at creation. Default: 1y.' });

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
    moves_external_id: Type.Optional(Type.Boolean()),
    keeps_requests: Type.Optional(Type.Boolean()),
    attributes: Type.Optional(DeclaredAttributes),
    mapping: Type.Optional(AttributeMapping),
    seen: Seen({
      name,
      provider: OneOf(IDENTITY_PROVIDERS),
      attributes: DeclaredAttributes,
      mapping: AttributeMapping,
    }),
  },
  { $id: 'UpdateConnectionBody', ...closed },
);
export const CreateTokenBody = Type.Object({ expires: Type.Optional(expires) }, { $id: 'CreateTokenBody', ...closed });

export async function connectionResource(db: Db, teamId: string, stored: Connection, baseUrl: string, now: number) {
  const { connection_id, declared_attributes: _, attribute_mapping: __, ...connection } = stored;
  const health = await connectionHealth(db, teamId, connection_id, now);
  const tokens = await listScimTokens(db, teamId, connection_id, now);
  return {
    id: connection_id,
    ...connection,
    ...attributeSettings(stored),
    suspended: await suspensionList(db, { team_id: teamId, connection_id }),
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
