// The page for a device code (RFC 8628): a person types in the code, sees which app is asking, and allows or denies it.

import { Type } from '@sinclair/typebox';
import type { DeviceCode, Payload } from 'oidc-provider';
import { newId } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import { closed, Instant, OneOf } from '../../base/shape.ts';
import type { Sentence } from '../../base/texts/t.ts';
import { claimOnce } from '../../credentials/oauth-artifacts.ts';
import { ALL_SCOPES } from '../../directory/roles.ts';
import { noContent, ok } from '../../http/answers/answer.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import { deviceConsent } from '../../identity/device-session.ts';
import type { SessionCaller } from '../../identity/session.ts';
import type { Tx } from '../../storage/database.ts';
import { byOf, type ManageEndpoint, operation, routes } from '../session/session-endpoint.ts';
import { programAccountIdOf } from './access-token-adapter.ts';
import {
  accountIdOf,
  agree,
  type ConsentRequest,
  describeRequest,
  findBlock,
  saveServerGrant,
} from './consent-request.ts';
import { ConsentView, consentView, recordRefusal } from './consent-routes.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { sessionKindOf } from './own-clients.ts';
import type { AuthorizationServer, OpenServer } from './provider.ts';
import { SESSION_RESOURCE, SESSION_SCOPE } from './resources.ts';

const UserCode = Type.String({ maxLength: 40, description: 'The code as the device shows it, e.g. `BCDF-GHJK`.' });
const FindBody = Type.Object({ user_code: UserCode }, { $id: 'DeviceCodeBody', ...closed });
const AnswerBody = Type.Object(
  {
    user_code: UserCode,
    allow: Type.Boolean(),
    scopes: Type.Optional(
      Type.Array(OneOf(ALL_SCOPES), {
        uniqueItems: true,
        description: 'Offered scopes. Default: those that the app requested.',
      }),
    ),
  },
  { $id: 'DeviceDecision', ...closed },
);

const DeviceView = Type.Object(
  {
    ...ConsentView.properties,
    address: Type.String({ description: 'The IP address that requested the code.' }),
    is_own_address: Type.Boolean({ description: "Whether it is also the address of the person's browser." }),
    asked_at: Instant('When the device requested the code.'),
  },
  { $id: 'DeviceRequest', ...closed },
);

const base = { tag: 'Connected apps', rate: 'sign-in', idempotent: false } as const;

const findDeviceRequestOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'findDeviceRequest',
    summary: 'Get the request for a device code',
    body: { schema: FindBody },
    answers: { 200: { description: 'The request.', schema: DeviceView } },
    refusals: ['not-found', 'validation', 'forbidden'],
    async handle(call) {
      const { request, code } = await waitingOf(deps, open, (await call.json(FindBody)).user_code);
      const { address, asked_at } = code.deviceInfo;
      const device = { address, is_own_address: address === call.address, asked_at };
      return ok({ ...(await consentView(deps, call.caller, request)), ...device }, { 'Cache-Control': 'no-store' });
    },
  });

const answerDeviceRequestOperation = (deps: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'answerDeviceRequest',
    summary: 'Allow or deny the device',
    body: { schema: AnswerBody },
    answers: { 204: { description: 'The device gets the answer.' } },
    refusals: ['not-found', 'validation', 'unprocessable', 'forbidden', 'membership-revoked'],
    handle: (call) => decide(deps, open, call),
  });

async function decide(deps: OauthDeps, open: OpenServer, call: Call<SessionCaller>) {
  const { user_code, allow, scopes } = await call.json(AnswerBody);
  const { server, code, request } = await waitingOf(deps, open, user_code);
  const block: Sentence | undefined = allow ? await findBlock(deps.database, call.caller, request) : undefined;
  if (block !== undefined) throw refuse('forbidden', block);
  await deps.database.inTransaction((tx) =>
    server.within(tx, async () => {
      // If two decisions are concurrent, the second finds that the code has been used.
      if (!(await claimOnce(tx, 'Answer', code.jti, code.exp * 1_000))) throw noSuchCode();
      if (!allow) await recordRefusal(tx, call, request);
      Object.assign(code, allow ? await allowed(deps, tx, server, call, request, scopes) : REFUSED);
      await code.save();
    }),
  );
  return noContent();
}

const REFUSED = { error: 'access_denied', errorDescription: 'The person did not allow the device.' };

async function allowed(
  deps: OauthDeps,
  tx: Tx,
  server: AuthorizationServer,
  call: Call<SessionCaller>,
  request: ConsentRequest,
  scopes: readonly string[] | undefined,
): Promise<Payload> {
  const isOwn = sessionKindOf(request.client_id) !== undefined;
  const accountId = isOwn ? programAccountIdOf(await deviceConsent(tx, call.caller)) : accountIdOf(call.caller);
  const grant = isOwn
    ? { grant_id: newId(), client_id: request.client_id, resource: SESSION_RESOURCE, scopes: [SESSION_SCOPE] }
    : await agree(deps, tx, call.caller, request, scopes ?? request.scopes, 'device', byOf(call));
  await saveServerGrant(server, deps.publicUrl, accountId, grant);
  return {
    accountId,
    grantId: grant.grant_id,
    scope: grant.scopes.join(' '),
    resource: deps.publicUrl + grant.resource,
    authTime: Math.floor(Date.now() / 1_000),
  };
}

/** Fails with `not-found` if the code is wrong, used or expired, without saying which. */
async function waitingOf(deps: OauthDeps, open: OpenServer, typed: string) {
  const server = await open();
  const userCode = typed.toUpperCase().replace(/[^A-Z]/g, '');
  const code: DeviceCode | undefined = await server.provider.DeviceCode.findByUserCode(userCode);
  const isOpen = code !== undefined && code.error === undefined && code.accountId === undefined;
  if (!isOpen) throw noSuchCode();
  const request = await describeRequest(server, deps.publicUrl, code.params as Payload, 'device');
  return { server, code, request };
}

const noSuchCode = (): Error =>
  refuse('not-found', 'This code is wrong or has expired. Compare it with the one on the device.');

export const deviceRoutes = (deps: OauthDeps, open: OpenServer): ManageEndpoint[] =>
  routes({
    'POST /device': findDeviceRequestOperation(deps, open),
    'POST /device/decision': answerDeviceRequestOperation(deps, open),
  });
