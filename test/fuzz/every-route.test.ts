// Sends nonsense to every documented route. The service never fails, and every error explains itself.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { managedTeam, operatorAt } from '../doors/manage/support.ts';
import { endsTheVisit, identityProvidersDay, thingsOf } from '../scale/every-door.ts';
import type { Speaker } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { MUTATIONS, randomOf } from './mutations.ts';
import { type NearRequest, nearRequests, type RequestDocument } from './nonsense.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const SEED = 20_261_123;
/** A request costs thirty times as much as the same bytes for a parser, so the suite sends half as many. */
const REQUESTS = MUTATIONS > 1_000 ? MUTATIONS : MUTATIONS / 2;

test('never returns an internal error for a nearly valid request, and explains every error', async () => {
  const managed = await managedTeam(service, { plan: 'enterprise' });
  const operator = await operatorAt(service);
  const directory = await identityProvidersDay(service, managed.team_id);
  const ids = await thingsOf(service, managed, directory);
  const askers: readonly (readonly [string, Speaker])[] = [
    ['/openapi.json', managed.publisher.speaks],
    ['/manage/openapi.json', managed.asOwner],
    ['/manage/openapi.json', operator.speaks],
  ];
  const random = randomOf(SEED);
  const wrong: unknown[] = [];
  let sent = 0;
  for (const [at, speaks] of askers) {
    const { body } = await service.anyone.get<RequestDocument>(at);
    const requests = [...nearRequests(body, ids)].filter(isSent);
    const share = REQUESTS / askers.length / requests.length;
    for (const request of requests) {
      if (random() > share) continue;
      sent += 1;
      const fault = await faultOf(speaks, request);
      if (fault !== undefined) wrong.push([request.what, fault]);
    }
  }
  expect(wrong).toEqual([]);
  expect(sent).toBeGreaterThan(REQUESTS / 2);
}, 3_600_000);

/**
 * Skips requests that end the visit, return something other than JSON, have another caller, or cannot be sent by fetch.
 */
const isSent = ({ method, path, body, headers }: NearRequest): boolean =>
  !endsTheVisit({ method, path, body }) &&
  !/\/backup|\/export|^\/setup\/|^\/oauth\//.test(path) &&
  !(isRead(method) && headers['Content-Type'] !== undefined);

const isRead = (method: string): boolean => method === 'GET' || method === 'DELETE';

async function faultOf(speaks: Speaker, { method, path, body, headers }: NearRequest): Promise<unknown> {
  const heard = await speaks.send<{ detail?: unknown } | undefined>(
    method,
    path,
    isRead(method) ? undefined : (body ?? {}),
    { 'If-Match': '*', ...headers },
  );
  const isExplained = heard.status < 400 || typeof heard.body?.detail === 'string';
  return heard.status >= 500 || !isExplained ? [heard.status, heard.body] : undefined;
}
