// The token endpoint: codes, refresh tokens and device codes are redeemed by oidc-provider, identity providers of
// connections by client-credentials.ts. Limited by address and by client.

import { isOfConnection, tokenForConnection } from './client-credentials.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { endpoint, type OauthEndpoint } from './oauth-door.ts';
import { askWithForm, clientOf, formOf, type OpenServer, takeOfClient } from './oauth-routes.ts';

export const tokenRoute = (deps: OauthDeps, open: OpenServer): OauthEndpoint =>
  endpoint({
    method: 'POST',
    path: '/oauth/token',
    id: 'requestToken',
    summary: 'A client redeems what it was given (RFC 6749)',
    tag: 'OAuth',
    idempotent: false,
    bodyLimit: 65_536,
    answers: {},
    refusals: ['rate-limited'],
    async handle(call) {
      const form = await formOf(call);
      await takeOfClient(deps, call, form);
      const client = clientOf(call.header('authorization'), form);
      if (isOfConnection(form, client)) return tokenForConnection(deps, call, form);
      return askWithForm(deps, await open(), call, form);
    },
  });
