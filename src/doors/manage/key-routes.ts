// API keys of the session's catalog. Admins manage the keys of their workspace, operators those of the service-wide
// catalog. A key is shown once, and programs that use it act as its person.
import { Type } from '@sinclair/typebox';
import { refuse } from '../../base/refusal.ts';
import { closed, Email, Instant, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import {
  type Credential,
  createApiKey,
  getCredential,
  listCredentials,
  revokeCredential,
  rotateApiKey,
} from '../../credentials/api-credentials.ts';
import { findMember } from '../../directory/members/members.ts';
import { ALL_SCOPES } from '../../directory/roles.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import type { SessionCaller } from '../../identity/session.ts';
import type { Tx } from '../../storage/database.ts';
import { byOf, catalogOf, type ManageDeps, operation, routes } from '../session/session-endpoint.ts';
import { overlap, overlapOf } from './overlap.ts';

export const KeyResource = Type.Object(
  {
    id: Uuid('The key.'),
    kind: OneOf(['api_key', 'oauth']),
    name: Type.String(),
    user: Type.Object({ id: Uuid('The person.'), name: Type.String(), email: Nullable(Email()) }, closed),
    token_prefix: Nullable(Type.String()),
    scopes: Type.Array(OneOf(ALL_SCOPES)),
    created_at: Instant('When it was created.'),
    expires_at: Nullable(Instant('Null if it never expires.')),
    revoked_at: Nullable(Instant('When it was revoked.')),
    last_used_at: Nullable(Instant('Accurate to five minutes.')),
    replaced_by: Nullable(Uuid('The key that replaced it.')),
  },
  { $id: 'KeyResource', ...closed },
);
const MadeKey = Type.Object(
  { id: Uuid('The key.'), key: Type.String({ description: 'Shown only once.' }) },
  { $id: 'MadeKey', ...closed },
);
const CreateKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 120 }),
    scopes: Type.Array(OneOf(ALL_SCOPES), { minItems: 1, uniqueItems: true }),
    expires_at: Type.Optional(Nullable(Instant('A time in the future; null if it never expires.'))),
    user_id: Type.Optional(Uuid('The person the key acts for. Default: you.')),
  },
  { $id: 'CreateKeyBody', ...closed },
);
const RotateKeyBody = Type.Object(overlap('How long the old key stays valid.'), { $id: 'RotateKeyBody', ...closed });

const params = ids('key_id');
const common = { tag: 'API keys', needs: 'catalog' } as const;
const shownOnce = { id: 'id', remedy: 'Rotate the key, or revoke it and create another.' };
const made = { 201: { description: 'The key, shown only once.', schema: MadeKey } };

const listKeysOperation = operation({
  ...common,
  id: 'listKeys',
  summary: 'List the keys of the catalog, newest first',
  query: Type.Object({ user_id: Type.Optional(Uuid('Only keys that act for this person.')) }),
  answers: {
    200: {
      description: 'The keys, without secrets.',
      schema: Type.Object({ items: Type.Array(KeyResource) }, { $id: 'KeyList', ...closed }),
    },
  },
  refusals: ['bad-request'],
  async handle(call) {
    const credentials = await listCredentials(call.db, catalogOf(call), call.query.user_id);
    return ok({ items: credentials.map(keyResource) });
  },
});

const createKeyOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'createKey',
    summary: 'Create a key',
    description:
      'Only the Owner can create a key that acts for the Owner. In the service-wide catalog, keys act for their ' +
      'creator.',
    body: { schema: CreateKeyBody, example: { name: 'CI', scopes: ['trails:read', 'trails:write'] } },
    answers: made,
    shownOnce,
    refusals: ['validation', 'unprocessable'],
    async handle(call) {
      const { user_id = call.caller.account_id, ...wanted } = await call.json(CreateKeyBody);
      return call.commit(async (tx) => {
        await requirePerson(tx, call.caller, user_id);
        const key = { ...wanted, account_id: user_id };
        return { status: 201, body: await createApiKey(tx, catalogOf(call), key, deps.clock(), byOf(call)) };
      });
    },
  });

const rotateKeyOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'rotateKey',
    summary: 'Replace a key; the old one stays valid for a while',
    params,
    body: { schema: RotateKeyBody },
    answers: made,
    shownOnce,
    refusals: ['validation', 'not-found', 'conflict', 'unprocessable'],
    async handle(call) {
      const longer = overlapOf(await call.json(RotateKeyBody));
      return call.commit(async (tx) => {
        const old = await getCredential(tx, catalogOf(call), call.params.key_id);
        await requirePerson(tx, call.caller, old.account_id);
        const { key_id } = call.params;
        return {
          status: 201,
          body: await rotateApiKey(tx, catalogOf(call), key_id, deps.clock(), byOf(call), longer),
        };
      });
    },
  });

const revokeKeyOperation = operation({
  ...common,
  id: 'revokeKey',
  summary: 'Revoke a key',
  params,
  answers: { 204: { description: 'The key no longer works.' } },
  refusals: ['not-found'],
  handle: (call) => noContentAfter(call, (tx) => revokeCredential(tx, catalogOf(call), call.params.key_id, byOf(call))),
});

/**
 * Checks that the caller may get a key for this person: themself, or in a workspace any active member. Only the Owner
 * can get a key for the Owner.
 */
async function requirePerson(tx: Tx, caller: SessionCaller, accountId: string): Promise<void> {
  if (accountId === caller.account_id) return;
  const member = caller.team_id === null ? undefined : await findMember(tx, caller.team_id, accountId);
  if (member?.status !== 'active')
    throw refuse('unprocessable', 'The key can only act for you or for an active member of your workspace.');
  if (member.is_owner) throw refuse('forbidden', 'Only the Owner can create keys that act for the Owner.');
}

const keyResource = (row: Credential) => ({
  id: row.credential_id,
  kind: row.kind,
  name: row.name,
  user: { id: row.account_id, name: row.person_name, email: row.person_email },
  token_prefix: row.token_prefix,
  scopes: row.scopes,
  created_at: row.created_at,
  expires_at: row.expires_at,
  revoked_at: row.revoked_at,
  last_used_at: row.last_used_at,
  replaced_by: row.replaced_by,
});

export const keyEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /keys': listKeysOperation,
    'POST /keys': createKeyOperation(deps),
    'POST /keys/:key_id/rotate': rotateKeyOperation(deps),
    'DELETE /keys/:key_id': revokeKeyOperation,
  });
