// A connection as a client of the token endpoint, as /manage/v1 answers and takes it.
import { Type } from '@sinclair/typebox';
import { Seen } from '../../base/seen.ts';
import { closed, Instant, Nullable, OneOf, Uri, Uuid } from '../../base/shape.ts';
import {
  type createClientSecret,
  type ListedClientSecret,
  listClientSecrets,
  SECRET_EXPIRIES,
} from '../../credentials/scim-client-secrets.ts';
import { findWorkloadIdentity } from '../../credentials/workload-identity.ts';
import type { Db } from '../../storage/database.ts';

export const CredentialState = OneOf(['waiting', 'valid', 'expiring', 'expired', 'revoked'], {
  description: 'waiting: refused until an admin confirms the connection. expiring: within 30 days.',
});
export const SetupLinkNote = Nullable(Type.String(), {
  description: 'The note of the set-up link through which it was made; null: an admin made it.',
});

const ClientSecretResource = Type.Object(
  {
    id: Uuid('The client secret.'),
    secret_prefix: Type.String({ description: 'Its first characters, to tell it from others.' }),
    state: CredentialState,
    created_at: Instant('When it was made.'),
    expires_at: Instant('Fixed at creation.'),
    revoked_at: Nullable(Instant('When it was revoked.')),
    last_used_at: Nullable(Instant('When a token was last asked for with it.')),
    setup_link: SetupLinkNote,
  },
  { $id: 'ClientSecretResource', ...closed },
);

const Issuer = Uri({
  maxLength: 500,
  description: 'The issuer, exactly as its OpenID configuration spells it.',
});
const Pinned = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });
const identity = {
  issuer: Issuer,
  subject: Pinned('`sub` of the assertions: in Entra ID the object id of the service principal.'),
  audience: Pinned('`aud` of the assertions.'),
};

export const WorkloadIdentityBody = Type.Object(
  { ...identity, seen: Seen({ created_at: Nullable(Instant('Null: there was none.')) }) },
  { $id: 'WorkloadIdentityBody', ...closed },
);

const WorkloadIdentityResource = Type.Object(
  {
    ...identity,
    created_at: Instant('When it was pinned.'),
    last_used_at: Nullable(Instant('When a token was last asked for with it.')),
  },
  { $id: 'WorkloadIdentityResource', ...closed },
);

/** The members of a connection that tell how its identity provider asks for tokens. */
export const clientMembers = {
  token_endpoint: Type.String({ format: 'uri', description: 'Where tokens are asked for; the client id is the id.' }),
  client_secrets: Type.Array(ClientSecretResource),
  workload_identity: Nullable(WorkloadIdentityResource),
};

export const CreateClientSecretBody = Type.Object(
  { expires: Type.Optional(OneOf(SECRET_EXPIRIES, { description: 'How long it is good; fixed at creation.' })) },
  { $id: 'CreateClientSecretBody', ...closed },
);

export const MadeClientSecret = Type.Object(
  {
    secret_id: Uuid('The client secret.'),
    client_id: Uuid('The connection.'),
    client_secret: Type.String({ description: 'Shown this once; only a hash is kept.' }),
    token_endpoint: Type.String({ format: 'uri' }),
    expires_at: Instant('Fixed.'),
  },
  { $id: 'MadeClientSecret', ...closed },
);

export const CLIENT_SECRET_SHOWN_ONCE = { id: 'secret_id', remedy: 'Revoke the client secret and make another.' };

/** Where tokens are asked for. */
const tokenEndpointOf = (baseUrl: string): string => `${baseUrl}/oauth/token`;

/** A secret that was made now. */
export const madeClientSecret = (
  { secret_id, secret, expires_at }: Awaited<ReturnType<typeof createClientSecret>>,
  client_id: string,
  baseUrl: string,
) => ({ secret_id, client_id, client_secret: secret, token_endpoint: tokenEndpointOf(baseUrl), expires_at });

/** How the connection's identity provider may ask for tokens. */
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
