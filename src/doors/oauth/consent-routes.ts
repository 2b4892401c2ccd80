// Endpoints of the consent page: the request and the person's decision. Their paths are below that of the browser's
// request cookie, and they require a console session.

import { type Static, Type } from '@sinclair/typebox';
import type { Model, Payload } from 'oidc-provider';
import { recordChange } from '../../audit/audit-log.ts';
import { refuse } from '../../base/refusal.ts';
import { closed, Nullable, OneOf } from '../../base/shape.ts';
import type { Sentence } from '../../base/texts/t.ts';
import { claimOnce } from '../../credentials/oauth-artifacts.ts';
import type { OauthGrant } from '../../credentials/oauth-grants.ts';
import { ALL_SCOPES, USE_SCOPE } from '../../directory/roles.ts';
import { ok } from '../../http/answers/answer.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { SessionCaller } from '../../identity/session.ts';
import type { Tx } from '../../storage/database.ts';
import { byOf, catalogOf, type ManageEndpoint, operation, routesBelow } from '../session/session-endpoint.ts';
import { isApproved } from './approved-apps.ts';
import {
  accountIdOf,
  agree,
  type ConsentRequest,
  describeRequest,
  findBlock,
  getWaiting,
  saveServerGrant,
} from './consent-request.ts';
import { offeredScopes, usableScopes, withheldScopes } from './consent-scopes.ts';
import type { OauthDeps } from './oauth-deps.ts';
import type { OpenServer } from './provider.ts';

const Scopes = Type.Array(OneOf(ALL_SCOPES));

export const ConsentView = Type.Object(
  {
    client: Type.Object(
      {
        name: Type.String(),
        host: Type.String({ description: "Empty for a program on the person's own machine." }),
        verified: Type.Boolean({
          description:
            "True if the host's metadata document vouches for the app, or without a host, if it is one of the " +
            "service's own programs.",
        }),
        redirect_host: Type.String({ description: 'The host of the redirect; empty for the local machine.' }),
      },
      closed,
    ),
    resource: Type.String({ description: 'A path such as `/mcp`.' }),
    workspace: Nullable(Type.String()),
    scopes: Scopes,
    offered: Type.Array(OneOf(ALL_SCOPES), {
      description:
        'Scopes that the person can allow: the requested ones and those that their roles allow. `trails:use` is part ' +
        'of every consent.',
    }),
    withheld: Type.Array(OneOf(ALL_SCOPES), {
      description: "Offered scopes that the person's current roles do not allow.",
    }),
    approved: Type.Boolean({
      description: 'True if an admin has approved the app for everyone, so that the person need not be asked.',
    }),
    blocked: Nullable(Type.String(), { description: 'Why the person cannot agree; null if they can.' }),
  },
  { $id: 'ConsentRequest', ...closed },
);
const Decision = Type.Object(
  {
    allow: Type.Boolean(),
    scopes: Type.Optional(
      Type.Array(OneOf(ALL_SCOPES), {
        uniqueItems: true,
        description: 'Offered scopes. Default: those that the app requested.',
      }),
    ),
    unasked: Type.Optional(
      Type.Boolean({ description: "True if the admin's approval answers. It allows `trails:use` only." }),
    ),
  },
  { $id: 'ConsentDecision', ...closed },
);
const Onward = Type.Object(
  { redirect_to: Type.String({ description: 'Where to send the browser.' }) },
  { $id: 'ConsentAnswer', ...closed },
);

const base = {
  tag: 'Connected apps',
  idempotent: false,
  params: Type.Object({ uid: Type.String({ maxLength: 200 }) }),
} as const;

type ConsentCall = Call<SessionCaller, Static<typeof base.params>>;

const getConsentRequestOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'getConsentRequest',
    summary: "Get an app's request",
    answers: { 200: { description: 'The request.', schema: ConsentView } },
    refusals: ['not-found', 'bad-request'],
    async handle(call) {
      const { request } = await waitingOf(deps, open, call);
      return ok(await consentView(deps, call.caller, request), { 'Cache-Control': 'no-store' });
    },
  });

const answerConsentRequestOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'answerConsentRequest',
    summary: 'Allow or deny the app',
    body: { schema: Decision },
    answers: { 200: { description: 'The answer is saved.', schema: Onward } },
    refusals: ['not-found', 'bad-request', 'validation', 'unprocessable', 'forbidden', 'membership-revoked'],
    handle: (call) => decide(deps, open, call),
  });

/** The request for the consent page. */
export async function consentView(deps: OauthDeps, caller: SessionCaller, request: ConsentRequest): Promise<object> {
  const { client_name, client_host, is_verified, redirect_host, resource, scopes } = request;
  const blocked = await findBlock(deps.database, caller, request);
  const usable = await usableScopes(deps.database, caller, request);
  return {
    client: { name: client_name, host: client_host, verified: is_verified, redirect_host },
    resource,
    workspace: caller.team_name,
    scopes,
    offered: offeredScopes(usable, request),
    withheld: withheldScopes(usable, request),
    approved: blocked === undefined && (await isApproved(deps.database, caller, request, deps.clock())),
    blocked: blocked === undefined ? null : String(blocked),
  };
}

async function decide(deps: OauthDeps, open: OpenServer, call: ConsentCall) {
  const { allow, scopes, unasked = false } = await call.json(Decision);
  const { waiting, request, server } = await waitingOf(deps, open, call);
  const block: Sentence | undefined = allow ? await findBlock(deps.database, call.caller, request) : undefined;
  if (block !== undefined) throw refuse('forbidden', block);
  if (unasked && !(await isApproved(deps.database, call.caller, request, deps.clock())))
    throw refuse('forbidden', 'No admin has approved this app for everyone. Ask the person.');
  const answer = unasked
    ? { scopes: [USE_SCOPE], origin: 'approval' as const }
    : { scopes, origin: 'consent' as const };
  await deps.database.inTransaction((tx) =>
    server.within(tx, async () => {
      // The person has already decided in another tab. That decision counts, and this tab follows it.
      if (!(await claimOnce(tx, 'Answer', waiting.jti, waiting.exp * 1_000))) return;
      waiting.result = allow
        ? await allowed(deps, tx, server, call, waiting, request, answer)
        : await refused(tx, call, request);
      await waiting.save(waiting.exp - Math.floor(Date.now() / 1_000));
    }),
  );
  return ok({ redirect_to: String(waiting.returnTo) }, { 'Cache-Control': 'no-store' });
}

async function allowed(
  deps: OauthDeps,
  tx: Tx,
  server: Awaited<ReturnType<OpenServer>>,
  call: Call<SessionCaller>,
  waiting: Model,
  request: ConsentRequest,
  {
    scopes = request.scopes,
    origin,
  }: { readonly scopes?: readonly string[] | undefined; readonly origin: OauthGrant['origin'] },
): Promise<Payload> {
  const accountId = accountIdOf(call.caller);
  const grant = await agree(deps, tx, call.caller, request, scopes, origin, byOf(call));
  const params = waiting.params as Payload;
  const oidc = String(params.scope ?? '')
    .split(' ')
    .filter((scope) => scope === 'openid' || scope === 'offline_access');
  await saveServerGrant(server, deps.publicUrl, accountId, grant, oidc);
  // The server issues only what the request asks for, and the person may have added scopes.
  params.scope = [...oidc, ...grant.scopes].join(' ');
  return { login: { accountId }, consent: { grantId: grant.grant_id }, select_account: {} };
}

async function refused(tx: Tx, call: Call<SessionCaller>, request: ConsentRequest): Promise<Payload> {
  await recordRefusal(tx, call, request);
  return { error: 'access_denied', error_description: 'The person did not allow the app.' };
}

/** Records `oauth.grant.refused` in the audit log: the person denied access on the consent or device page. */
export async function recordRefusal(tx: Tx, call: Call<SessionCaller>, request: ConsentRequest): Promise<void> {
  const { client_id, client_name, client_host, resource, scopes } = request;
  const by = byOf(call);
  await recordChange(
    tx,
    catalogOf(call),
    'oauth.grant.refused',
    { kind: 'app', id: client_id, name: client_name },
    by,
    {
      after: { client_host, resource, scopes },
    },
  );
}

async function waitingOf(deps: OauthDeps, open: OpenServer, call: ConsentCall) {
  const server = await open();
  const waiting = await getWaiting(server, deps.publicUrl, call.params.uid, call.header('cookie'));
  const request = await describeRequest(server, deps.publicUrl, waiting.params as Payload, 'redirect');
  return { server, waiting, request };
}

export const consentRoutes = (deps: OauthDeps, open: OpenServer): ManageEndpoint[] =>
  routesBelow('/oauth/authorize')({
    'GET /:uid/consent': getConsentRequestOperation(deps, open),
    'POST /:uid/consent': answerConsentRequestOperation(deps, open),
  });
