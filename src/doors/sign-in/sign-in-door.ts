// The sign-in endpoints, for visitors without a session. Rate limits apply per address. Changes must come from the
// console's own page, so that no other site can sign a visitor in to a different account.

import { problemAnswer } from '../../http/answers/problem.ts';
import { type Anyone, admitAnyone } from '../../http/endpoint/anyone.ts';
import { operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import { requireOwnPage } from '../../identity/own-page.ts';
import type { Database } from '../../storage/database.ts';
import { bucketOf, deviceOf, type GuessDeps } from '../session/password-guess.ts';

export type SignInEndpoint = Endpoint<Anyone>;

export const operation = operationBuilder<Anyone>();

/** Defines endpoints below /sign-in: `METHOD /path` -> operation. */
export const routes = routesBuilder<Anyone>({
  prefix: '/sign-in',
  rate: 'default',
  unknownQuery: 'ignored',
  refusals: ['rate-limited'],
  changeRefusals: ['forbidden'],
});

export const signInDoor = (database: Database, deps: GuessDeps): Door<Anyone> => ({
  name: 'sign-in',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }, language) => problemAnswer(refusal, deps.publicUrl, requestId, language),
  async admit(request) {
    const admitted = admitAnyone(database, request);
    if (request.method === 'GET' || request.method === 'HEAD') return admitted;
    requireOwnPage(request.headers, deps.publicUrl);
    // Strangers with the same client address cannot use up the limit of a known device.
    const device = deviceOf(deps, request);
    return device === undefined ? admitted : { ...admitted, bucket: bucketOf(device) };
  },
});
