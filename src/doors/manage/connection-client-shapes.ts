// A connection as a client of the token endpoint, in the API of /manage/v1.
import { Type } from '@sinclair/typebox';
import { Seen } from '../../base/seen.ts';
import { closed, Instant, Nullable, OneOf, TypedUrl, Uuid } from '../../base/shape.ts';
import {
  type createClientSecret,
  type ListedClientSecret,
  listClientSecrets,
  SECRET_EXPIRIES,
} from '../../credentials/scim-client-secrets.ts';
import { findWorkloadIdentity } from '../../credentials/workload-identity.ts';
import type { Db } from '../../storage/database.ts';

export const CredentialState = OneOf(['waiting', 'valid', 'expiring', 'expired', 'revoked'], {
  description: 'waiting: rejected until an admin confirms the connection. expiring: expires within 30 days.',
});
export const SetupLinkNote = Nullable(Type.String(), {
  description: 'The note of the set-up link that created it; null if an admin created it.',
});

const ClientSecretResource = Type.Object(
  {
    id: Uuid('The client secret.'),
    secret_prefix: Type.String({ description: 'The first characters, for identification.' }),
    state: CredentialState,
    created_at: Instant('When it was created.'),
    expires_at: Instant('Fixed at creation.'),
    revoked_at: Nullable(Instant('When it was revoked.')),
    last_used_at: Nullable(Instant('When it was last used to get a token.')),
    setup_link: SetupLinkNote,
  },
  { $id: 'ClientSecretResource', ...closed },
);

const Issuer = TypedUrl({
  maxLength: 500,
  description: 'The issuer, exactly as in its OpenID configuration.',
});
const Pinned = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });
const identity = {
  issuer: Issuer,
  subject: Pinned('`sub` of the assertions. In Entra ID, the object ID of the service principal.'),
  audience: Pinned('`aud` of the assertions.'),
};

export const WorkloadIdentityBody = Type.Object(
  { ...identity, seen: Seen({ created_at: Nullable(Instant('Null if never.')) }) },
  { $id: 'WorkloadIdentityBody', ...closed },
);

const WorkloadIdentityResource = Type.Object(
  {
    ...identity,
    created_at: Instant('When the identity was pinned.'),
    last_used_at: Nullable(Instant('When it was last used to get a token.')),
  },
  { $id: 'WorkloadIdentityResource', ...closed },
);

/** Fields of a connection that describe how its identity provider gets tokens. */
export const clientMembers = {
  token_endpoint: Type.String({
    format: 'uri',
    description: "The token endpoint. The client ID is the connection's id.",
  }),
  client_secrets: Type.Array(ClientSecretResource),
  workload_identity: Nullable(WorkloadIdentityResource),
};

export const CreateClientSecretBody = Type.Object(
  {
    expires: Type.Optional(OneOf(SECRET_EXPIRIES, { description: 'How long the secret is valid; fixed at creation.' })),
  },
  { $id: 'CreateClientSecretBody', ...closed },
);

export const MadeClientSecret = Type.Object(
  {
    secret_id: Uuid('The client secret.'),
    client_id: Uuid('The connection.'),
    client_secret: Type.String({ description: 'Shown only once; the service stores a hash.' }),
    token_endpoint: Type.String({ format: 'uri' }),
    expires_at: Instant('Fixed.'),
  },
  { $id: 'MadeClientSecret', ...closed },
);

export const CLIENT_SECRET_SHOWN_ONCE = { id: 'secret_id', remedy: 'Revoke the client secret and create another.' };

const tokenEndpointOf = (baseUrl: string): string => `${baseUrl}/oauth/token`;

/** The response for a new secret. */
export const madeClientSecret = (
  { secret_id, secret, expires_at }: Awaited<ReturnType<typeof createClientSecret>>,
  client_id: string,
  baseUrl: string,
) => ({ secret_id, client_id, client_secret: secret, token_endpoint: tokenEndpointOf(baseUrl), expires_at });

export async function clientSettings(db: Db, teamId: string, connectionId: string, baseUrl: string, now: number) {
  const secrets = await listClientSecrets(db, teamId, connectionId, now);
  const pinned = await findWorkloadIdentity(db, teamId, connectionId);
  const { identity_id: _, ...workload } = pinned ?? { identity_id: '' };
  return {
    token_endpoint: tokenEndpointOf(baseUrl),
    client_secrets: secrets.map(secretResource),
    workload_identity: pinned === undefined ? null : workload,
  };
}

const secretResource = ({
  secret_id: id,
  setup_link_id: _,
  setup_link_note,
  is_waiting: __,
  ...secret
}: ListedClientSecret) => ({ id, ...secret, setup_link: setup_link_note });
