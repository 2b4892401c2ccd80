// The client that sends nonsense, at every documented route: the service never fails at it, and a refusal says why.
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
/** A request costs thirty times what bytes for a parser do: half as many in the suite. */
const REQUESTS = MUTATIONS > 1_000 ? MUTATIONS : MUTATIONS / 2;

test('no request that is nearly right is answered with a fault of ours, and every refusal has a sentence', async () => {
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

/** Not what ends the visit, whose answers are no JSON, whose caller is another one, or what fetch cannot send. */
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
