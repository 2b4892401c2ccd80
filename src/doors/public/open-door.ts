// Everything that needs no credential: system routes, problem pages and images. Callers are not authenticated, so rate
// limits can only apply per IP address.

import { problemAnswer } from '../../http/answers/problem.ts';
import { type Anyone, admitAnyone } from '../../http/endpoint/anyone.ts';
import { operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import type { Database } from '../../storage/database.ts';

export type OpenEndpoint = Endpoint<Anyone>;

export const operation = operationBuilder<Anyone>();

/** Public endpoints without rate limits: `METHOD /path` -> operation. */
export const routes = routesBuilder<Anyone>({ prefix: '', rate: 'none', unknownQuery: 'ignored' });

export const openDoor = (database: Database, baseUrl: string): Door<Anyone> => ({
  name: 'open',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }, language) => problemAnswer(refusal, baseUrl, requestId, language),
  admit: async (request) => admitAnyone(database, request),
});
