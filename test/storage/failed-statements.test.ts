// The effects of a failed statement: the caller's error, whether the connection stays open, whether the work is
// retried, and whether the outcome of a change is unknown.
import { expect, test } from 'vitest';
import { DeadlineExceeded } from '../../src/base/deadline.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import {
  failedAt,
  isConnectionUseless,
  isWorthAnotherConnection,
  storageFailure,
  undecided,
  WrongServer,
  wantsRetry,
} from '../../src/storage/failures.ts';

interface Meaning {
  /** The number of seconds after which the caller may retry. If it is absent, the original error is reported. */
  readonly after?: number;
  /** The connection is closed. */
  readonly closed?: true;
  /** A read, or a transaction that never reached its commit, is retried on another connection. */
  readonly elsewhere?: true;
  /** The transaction is retried on the same connection. */
  readonly again?: true;
  /** The outcome of the change is unknown. */
  readonly unknown?: true;
}
const LOST: Meaning = { after: 2, closed: true, elsewhere: true, unknown: true };
const REFUSED: Meaning = { after: 2, closed: true, elsewhere: true };

const failure = (code: string, message = 'failed', severity?: string): Error =>
  Object.assign(new Error(message), { code, ...(severity !== undefined && { severity }) });
const said = (code: string, message?: string): Error => failure(code, message, 'ERROR');

test.each<[string, Error, Meaning]>([
  ['a dropped connection', failure('ECONNRESET'), LOST],
  ['an unreachable server', failure('ECONNREFUSED'), LOST],
  ['the driver’s error message', new Error('Connection terminated unexpectedly'), LOST],
  ['the pooler’s error message', said('XX000', 'server conn crashed?'), REFUSED],
  ['silence', new DeadlineExceeded('a statement: 5 s'), { after: 2, closed: true, unknown: true }],
  ['a server of another kind', new WrongServer('the server is no standby'), LOST],
  ['a server that terminates', failure('53100', 'No space left on device', 'PANIC'), LOST],
  ['a server that is shut down', failure('57P01', 'terminating connection', 'FATAL'), REFUSED],
  ['a server with an unknown outcome', said('40003'), REFUSED],
  ['a connection exception', said('08P01'), REFUSED],
  ['a read-only server', said('25006'), REFUSED],
  ['a statement prepared in another session', said('26000'), { after: 1, closed: true, elsewhere: true }],
  [
    'a statement prepared before a column was added',
    said('0A000', 'cached plan must not change result type'),
    { after: 1, closed: true, elsewhere: true },
  ],
  ['an unsupported feature', said('0A000'), {}],
  ['a serialization failure', said('40001'), { after: 1, again: true }],
  ['a deadlock', said('40P01'), { after: 1, again: true }],
  ['a row without its parent', said('23503'), { again: true }],
  ['a duplicate row', said('23505'), {}],
  ['a statement timeout', said('57014'), { after: 2 }],
  ['a lock timeout', said('55P03'), { after: 2 }],
  ['a full disk', said('53100'), { after: 10 }],
  ['a server out of memory', said('53200'), { after: 2 }],
  ['an engine without one of its nodes', said('08006', 'connection to the remote node h:1 failed'), { after: 2 }],
  ['an engine whose node ended', said('XX000', 'SSL SYSCALL error: EOF detected\ninvalid socket'), { after: 2 }],
  ['an engine whose node crashed', said('XX000', 'server closed the connection unexpectedly'), { after: 2 }],
  ['an engine with a bug', said('XX000', 'unrecognized node type'), {}],
  ['a text that is not a number', said('22P02', 'terminated'), {}],
  ['a bug in the service', new TypeError('x is undefined'), {}],
])('%s', (_, thrown, meaning) => {
  const told = storageFailure(thrown);
  expect(isRefusal(told, 'not-ready') ? told.extras.retry_after : undefined).toBe(meaning.after);
  if (meaning.after === undefined) expect(told).toBe(thrown);
  // An error that is wrapped once or twice is classified in the same way.
  for (const each of [thrown, told, ...(meaning.after === undefined ? [] : [failedAt(told, 'The move ended.')])]) {
    const means: Meaning = {
      ...(meaning.after !== undefined && { after: meaning.after }),
      ...(isConnectionUseless(each) && { closed: true }),
      ...(isWorthAnotherConnection(each) && { elsewhere: true }),
      ...(wantsRetry(each) && { again: true }),
      ...(undecided(each) !== each && { unknown: true }),
    };
    expect(means).toEqual(meaning);
  }
});

test('explains how to make a change once if its outcome is unknown', () => {
  const told = undecided(failure('ECONNRESET'));
  expect(isRefusal(told, 'not-ready') && told.message).toContain('with the same Idempotency-Key it is made only once');
  expect(undecided(told)).toMatchObject({ message: (told as Error).message });
});
