// How `cairn login` polls for its token: the interval, retries after failures, and when it gives up. The clock is
// simulated.
import { expect, test } from 'vitest';
import { refuse } from '../../src/base/refusal.ts';
import { awaitDeviceToken, type DeviceFlow } from '../../src/cli/device-token.ts';
import type { RemoteAnswer } from '../../src/cli/remote.ts';

type Reply = RemoteAnswer | Error;

const answered = (status: number, body: RemoteAnswer['body']): Reply => ({ status, headers: new Headers(), body });
const TOKEN = answered(200, { access_token: 'svc_oauth_x' });
const PENDING = answered(400, { error: 'authorization_pending' });
const SLOW_DOWN = answered(400, { error: 'slow_down' });
const LIMITED = answered(429, { error: 'rate_limited' });
const AWAY = refuse('not-ready', 'https://cairn.test answered 502. Try again later.');

/** The outcome of these responses, with the last one repeated, and the seconds between requests. */
async function asked(replies: readonly Reply[], flow: DeviceFlow = { interval: 5, expires_in: 600 }) {
  let now = 0;
  const pauses: number[] = [];
  const ask = async (): Promise<RemoteAnswer> => {
    const reply = replies[pauses.length - 1] ?? replies.at(-1) ?? PENDING;
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const pause = async (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds / 1_000);
    now += milliseconds;
    if (pauses.length > 1_000) throw new Error('asked without an end');
  };
  const result = await awaitDeviceToken(flow, { ask, pause, now: () => now }).catch(
    (thrown: unknown) => (thrown as Error).message,
  );
  return { result, pauses };
}

test.each<[string, Reply[], number[]]>([
  ['the server requests the same interval', [PENDING, PENDING, TOKEN], [5, 5, 5]],
  ['the server asks it to slow down', [SLOW_DOWN, PENDING, SLOW_DOWN, TOKEN], [5, 10, 10, 15]],
  ['a rate limit slows it down, too', [LIMITED, PENDING, TOKEN], [5, 10, 10]],
  ['the server is briefly unreachable', [AWAY, TOKEN], [5, 10]],
  ['the server is unreachable for longer', [PENDING, AWAY, AWAY, AWAY, AWAY, AWAY, TOKEN], [5, 5, 10, 20, 40, 60, 60]],
  ['the server is back, at the previous interval', [AWAY, AWAY, PENDING, AWAY, TOKEN], [5, 10, 20, 5, 10]],
  ['the server is back, at the slower interval', [SLOW_DOWN, AWAY, PENDING, TOKEN], [5, 10, 20, 10]],
])('gets a token although %s', async (_, replies, pauses) => {
  expect(await asked(replies)).toEqual({ result: 'svc_oauth_x', pauses });
});

test.each<[string, Reply, string]>([
  ['the person refuses', answered(400, { error: 'access_denied' }), 'The sign-in was denied in the browser.'],
  ['the code has expired', answered(400, { error: 'expired_token' }), 'The code has expired. Run the command again.'],
  [
    'the code is unknown',
    answered(400, { error: 'invalid_grant' }),
    'The sign-in failed (invalid_grant). Run the command again.',
  ],
  ['the command itself fails', new Error('out of memory'), 'out of memory'],
])('stops polling if %s', async (_, reply, result) => {
  expect(await asked([PENDING, reply])).toEqual({ result, pauses: [5, 5] });
});

test.each<[string, Reply, string]>([
  ['never comes back', AWAY, AWAY.message],
  ['forgets that the code has expired', PENDING, 'The code has expired. Run the command again.'],
  ['always asks to slow down', LIMITED, 'The code has expired. Run the command again.'],
])('polls a server that %s until the code expires', async (_, reply, result) => {
  const { result: told, pauses } = await asked([reply], { interval: 5, expires_in: 100 });
  const whole = pauses.reduce((sum, pause) => sum + pause, 0);
  expect([told, whole >= 100, whole - (pauses.at(-1) ?? 0) < 100]).toEqual([result, true, true]);
});

// setTimeout treats an invalid delay as one millisecond, so the command would send a thousand requests per second.
test.each([undefined, null, 'soon', '7', Number.NaN, Number.POSITIVE_INFINITY, -5, 0, 1e9, {}])(
  'ignores an interval or expiry of %s',
  async (value) => {
    expect(await asked([PENDING, TOKEN], { interval: value, expires_in: value })).toEqual({
      result: 'svc_oauth_x',
      pauses: [5, 5],
    });
  },
);
