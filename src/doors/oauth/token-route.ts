// The token endpoint: codes, refresh tokens and device codes are redeemed by oidc-provider. Limited by address and by
// client.

import type { Call } from '../../http/endpoint.ts';
import type { OauthDeps } from './oauth-deps.ts';
import type { OauthEndpoint, OauthVisitor } from './oauth-door.ts';
import { askWithForm, formOf, type OpenServer, takeOfClient } from './oauth-routes.ts';

export const tokenRoute = (deps: OauthDeps, open: OpenServer): OauthEndpoint => ({
  method: 'POST',
  path: '/oauth/token',
  id: 'requestToken',
  summary: 'A client redeems what it was given (RFC 6749)',
  tag: 'OAuth',
  rate: 'oauth',
  idempotent: false,
  bodyLimit: 65_536,
  answers: {},
  refusals: ['rate-limited'],
  async handle(visit) {
    const call = visit as Call<OauthVisitor>;
    const form = await formOf(call);
    await takeOfClient(deps, call, form);
    return askWithForm(deps, await open(), call, form);
  },
});
