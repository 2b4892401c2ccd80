// GET /v1/me (contract 2.7 MeResponse): the caller with catalog and scopes.
import { Type } from '@sinclair/typebox';
import { type Caller, effectiveScopes } from '../../admission/caller.ts';
import { closed, Nullable, OneOf } from '../../base/shape.ts';
import { ALL_SCOPES } from '../../directory/roles.ts';
import { answersKept, ok } from '../../http/answers/answer.ts';
import { operation } from './v1-door.ts';

export const CatalogRef = Type.Object(
  {
    kind: OneOf(['team', 'svc'], { description: 'team: a workspace catalog; svc: the service-wide catalog.' }),
    team_id: Nullable(Type.String({ format: 'uuid' })),
    team_name: Nullable(Type.String()),
  },
  { $id: 'CatalogRef', ...closed },
);

export const CredentialRef = Type.Object(
  {
    kind: OneOf(['api_key', 'oauth']),
    id: Type.String({ description: 'The key id, or a non-secret handle of an OAuth token.' }),
    name: Type.String(),
    client_id: Type.Optional(Nullable(Type.String())),
    token_prefix: Type.Optional(Nullable(Type.String())),
  },
  { $id: 'CredentialRef', ...closed },
);

export const MeResponse = Type.Object(
  {
    user: Type.Object(
      {
        id: Type.String({ format: 'uuid' }),
        name: Type.String(),
        email: Type.String({ description: 'Empty if the person has none.' }),
      },
      { $id: 'MeUser', ...closed },
    ),
    catalog: CatalogRef,
    scopes: Type.Array(OneOf(ALL_SCOPES), { description: "The credential's scopes that the person's roles allow." }),
    credential: CredentialRef,
  },
  { $id: 'MeResponse', ...closed },
);

export const getMeOperation = operation({
  id: 'getMe',
  summary: 'Get the caller',
  description: 'The person, catalog, effective scopes and credential of this request. Works with any valid credential.',
  tag: 'Identity',
  answers: { 200: { description: 'The caller.', schema: MeResponse } },
  refusals: [],
  handle: async ({ caller }) => answerOf(caller),
});

/** Cached per caller object; a fresh lookup creates a new one. */
const answerOf = answersKept((caller: Caller) => ok({ json: JSON.stringify(meOf(caller)) }));

const meOf = (caller: Caller) => ({
  user: { id: caller.person.account_id, name: caller.person.name, email: caller.person.email },
  catalog: { kind: caller.catalog.kind, team_id: caller.catalog.team_id, team_name: caller.catalog.team_name },
  scopes: effectiveScopes(caller),
  credential: caller.credential,
});
