// The door for what needs no credential: system routes, problem pages, images. Nobody is admitted, so nobody is limited
// but by address.

import { problemAnswer } from '../../http/answers/problem.ts';
import { type Anyone, admitAnyone } from '../../http/endpoint/anyone.ts';
import { operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import type { Database } from '../../storage/database.ts';

export type OpenEndpoint = Endpoint<Anyone>;

/** What an endpoint of the door does; a table of `routes` says where. */
export const operation = operationBuilder<Anyone>();

/** Endpoints that are read by anybody, and not limited: `METHOD /path` -> operation. */
export const routes = routesBuilder<Anyone>({ prefix: '', rate: 'none', unknownQuery: 'ignored' });

export const openDoor = (database: Database, baseUrl: string): Door<Anyone> => ({
  name: 'open',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }) => problemAnswer(refusal, baseUrl, requestId),
  admit: async (request) => admitAnyone(database, request),
});
