// Global Token Revocation (draft-parecki-oauth-global-token-revocation), which Okta calls Universal Logout: the
// identity provider of a workspace ends everything with which a person is signed in.
import { Type } from '@sinclair/typebox';
import { refuse } from '../../base/refusal.ts';
import { bearerToken } from '../../credentials/bearer.ts';
import { noContent } from '../../http/answers/answer.ts';
import { readSubject, revokeForProvider } from '../../identity/provider-logout.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { operation } from './oauth-door.ts';

const BODY_LIMIT = 16_384;

export const revokeEverythingOperation = (deps: OauthDeps) =>
  operation({
    tag: 'OAuth',
    id: 'revokeEverything',
    summary: 'End all sessions and tokens of a person (Global Token Revocation)',
    params: Type.Object({ team_id: Type.String({ format: 'uuid', maxLength: 36 }) }),
    bodyLimit: BODY_LIMIT,
    answers: { 204: { description: 'Nothing with which the person was signed in works any more.' } },
    refusals: ['rate-limited', 'unauthorized', 'not-found', 'bad-request', 'not-ready'],
    idempotent: false,
    async handle(call) {
      const jwt = bearerToken(call.header('authorization'), { absent: noToken, malformed: noToken });
      const body = await call.object();
      const request = { team_id: call.params.team_id.toLowerCase(), jwt, request_id: call.requestId };
      // Some releases of Okta send `subject`, as early versions of the draft do.
      await revokeForProvider(deps, request, () => readSubject(body.sub_id ?? body.subject));
      return noContent();
    },
  });

const noToken = (): Error =>
  refuse('unauthorized', 'Send a JWT that the identity provider signed, as Authorization: Bearer.', { sent: false });
