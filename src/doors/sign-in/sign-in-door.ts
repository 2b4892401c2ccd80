// The door /sign-in: nobody is known yet. Every visitor is limited by address, and a change must come from the
// console's own page, so that no other site signs anybody in as somebody else.

import { networkOf } from '../../http/client-address.ts';
import { operationBuilder, routesBuilder } from '../../http/define-endpoint.ts';
import type { Door, Endpoint } from '../../http/endpoint.ts';
import { problemAnswer } from '../../http/problem.ts';
import { requireOwnPage } from '../../identity/own-page.ts';
import type { Database } from '../../storage/database.ts';

/** Somebody who is not signed in. */
export interface Visitor {
  readonly user_agent: string;
}

export type SignInEndpoint = Endpoint<Visitor>;

/** What an endpoint of the door does; a table of `routes` says where. */
export const operation = operationBuilder<Visitor>();

/** Endpoints below /sign-in: `METHOD /path` -> operation. */
export const routes = routesBuilder<Visitor>({
  prefix: '/sign-in',
  rate: 'default',
  unknownQuery: 'ignored',
  refusals: ['rate-limited'],
  changeRefusals: ['forbidden'],
});

export const signInDoor = (database: Database, publicUrl: string): Door<Visitor> => ({
  name: 'sign-in',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }) => problemAnswer(refusal, publicUrl, requestId),
  async admit({ method, headers, address }) {
    if (method !== 'GET' && method !== 'HEAD') requireOwnPage(headers, publicUrl);
    return {
      caller: { user_agent: headers['user-agent'] ?? '' },
      database,
      confirm: async () => {},
      bucket: `address:${networkOf(address)}`,
      keys: { catalog_id: '', credential_id: '' },
      logged: {},
    };
  },
});
