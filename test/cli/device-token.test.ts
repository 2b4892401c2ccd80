// How `cairn login` asks for its token: at whose pace, through which failures, and when it gives up. Time is counted.
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
const AWAY = refuse('not-ready', 'https://cairn.test answers 502. Try again later.');

/** What came of these replies, of which the last is given again and again, and the seconds between two requests. */
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
  ['the server keeps the pace', [PENDING, PENDING, TOKEN], [5, 5, 5]],
  ['it is asked too often: slower from then on', [SLOW_DOWN, PENDING, SLOW_DOWN, TOKEN], [5, 10, 10, 15]],
  ['a limit of requests counts as that', [LIMITED, PENDING, TOKEN], [5, 10, 10]],
  ['it is away for a moment', [AWAY, TOKEN], [5, 10]],
  ['it is away for longer', [PENDING, AWAY, AWAY, AWAY, AWAY, AWAY, TOKEN], [5, 5, 10, 20, 40, 60, 60]],
  ['it is back: the old pace', [AWAY, AWAY, PENDING, AWAY, TOKEN], [5, 10, 20, 5, 10]],
  ['it is back, and was asked too often before', [SLOW_DOWN, AWAY, PENDING, TOKEN], [5, 10, 20, 10]],
])('the token comes though %s', async (_, replies, pauses) => {
  expect(await asked(replies)).toEqual({ result: 'svc_oauth_x', pauses });
});

test.each<[string, Reply, string]>([
  ['the person refuses', answered(400, { error: 'access_denied' }), 'The sign-in was refused in the browser.'],
  ['the code is too old', answered(400, { error: 'expired_token' }), 'The code is too old. Run the command again.'],
  [
    'the code is not known',
    answered(400, { error: 'invalid_grant' }),
    'The sign-in failed (invalid_grant). Run the command again.',
  ],
  ['the command itself fails', new Error('out of memory'), 'out of memory'],
])('the next request is the last where %s', async (_, reply, result) => {
  expect(await asked([PENDING, reply])).toEqual({ result, pauses: [5, 5] });
});

test.each<[string, Reply, string]>([
  ['never comes back', AWAY, AWAY.message],
  ['forgets that the code is too old', PENDING, 'The code is too old. Run the command again.'],
  ['is always asked too often', LIMITED, 'The code is too old. Run the command again.'],
])('a server that %s is asked as long as the code is good', async (_, reply, result) => {
  const { result: told, pauses } = await asked([reply], { interval: 5, expires_in: 100 });
  const whole = pauses.reduce((sum, pause) => sum + pause, 0);
  expect([told, whole >= 100, whole - (pauses.at(-1) ?? 0) < 100]).toEqual([result, true, true]);
});

// What a timer cannot take it takes for a millisecond: the server would be asked a thousand times a second.
test.each([undefined, null, 'soon', '7', Number.NaN, Number.POSITIVE_INFINITY, -5, 0, 1e9, {}])(
  'an interval or an end of %s is none',
  async (value) => {
    expect(await asked([PENDING, TOKEN], { interval: value, expires_in: value })).toEqual({
      result: 'svc_oauth_x',
      pauses: [5, 5],
    });
  },
);
