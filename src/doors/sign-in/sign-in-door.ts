// The door /sign-in: nobody is known yet. Every visitor is limited by address, and a change must come from the
// console's own page, so that no other site signs anybody in as somebody else.

import { problemAnswer } from '../../http/answers/problem.ts';
import { type Anyone, admitAnyone } from '../../http/endpoint/anyone.ts';
import { operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import { requireOwnPage } from '../../identity/own-page.ts';
import type { Database } from '../../storage/database.ts';

export type SignInEndpoint = Endpoint<Anyone>;

/** What an endpoint of the door does; a table of `routes` says where. */
export const operation = operationBuilder<Anyone>();

/** Endpoints below /sign-in: `METHOD /path` -> operation. */
export const routes = routesBuilder<Anyone>({
  prefix: '/sign-in',
  rate: 'default',
  unknownQuery: 'ignored',
  refusals: ['rate-limited'],
  changeRefusals: ['forbidden'],
});

export const signInDoor = (database: Database, publicUrl: string): Door<Anyone> => ({
  name: 'sign-in',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }) => problemAnswer(refusal, publicUrl, requestId),
  async admit(request) {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') requireOwnPage(headers, publicUrl);
    return admitAnyone(database, request);
  },
});
