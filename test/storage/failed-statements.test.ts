// What a failed statement means: what its caller is told, whether the connection is kept, whether the work is done once
// more, and whether anybody knows what became of a change.
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
  /** Seconds after which the caller may try again; absent: the failure is told as it is. */
  readonly after?: number;
  /** The connection is closed. */
  readonly closed?: true;
  /** A read, or a transaction that never came to its commit, is repeated on another connection. */
  readonly elsewhere?: true;
  /** The transaction is run again where it was. */
  readonly again?: true;
  /** Of a change that was sent nobody knows whether it was made. */
  readonly unknown?: true;
}
const LOST: Meaning = { after: 2, closed: true, elsewhere: true, unknown: true };
const REFUSED: Meaning = { after: 2, closed: true, elsewhere: true };

const failure = (code: string, message = 'failed', severity?: string): Error =>
  Object.assign(new Error(message), { code, ...(severity !== undefined && { severity }) });
const said = (code: string, message?: string): Error => failure(code, message, 'ERROR');

test.each<[string, Error, Meaning]>([
  ['a connection that is cut', failure('ECONNRESET'), LOST],
  ['a server that is not there', failure('ECONNREFUSED'), LOST],
  ['the driver’s word for it', new Error('Connection terminated unexpectedly'), LOST],
  ['a pooler’s word for it', said('XX000', 'server conn crashed?'), REFUSED],
  ['silence', new DeadlineExceeded('a statement: 5 s'), { after: 2, closed: true, unknown: true }],
  ['a server of another kind', new WrongServer('the server is no standby'), LOST],
  ['a server that ends itself', failure('53100', 'No space left on device', 'PANIC'), LOST],
  ['a server that is told to end', failure('57P01', 'terminating connection', 'FATAL'), REFUSED],
  ['a server that does not know', said('40003'), REFUSED],
  ['an exception of the connection', said('08P01'), REFUSED],
  ['a server that takes no changes', said('25006'), REFUSED],
  ['what was prepared in another session', said('26000'), { after: 1, closed: true, elsewhere: true }],
  [
    'what was prepared before a column came',
    said('0A000', 'cached plan must not change result type'),
    { after: 1, closed: true, elsewhere: true },
  ],
  ['what the server cannot do', said('0A000'), {}],
  ['two transactions in each other’s way', said('40001'), { after: 1, again: true }],
  ['two that wait for each other', said('40P01'), { after: 1, again: true }],
  ['a row whose parent is gone', said('23503'), { again: true }],
  ['a row that is there already', said('23505'), {}],
  ['a statement that took too long', said('57014'), { after: 2 }],
  ['a lock that was not given', said('55P03'), { after: 2 }],
  ['a full disk', said('53100'), { after: 10 }],
  ['a server without memory', said('53200'), { after: 2 }],
  ['a text that is no number', said('22P02', 'terminated'), {}],
  ['a fault of ours', new TypeError('x is undefined'), {}],
])('%s', (_, thrown, meaning) => {
  const told = storageFailure(thrown);
  expect(isRefusal(told, 'not-ready') ? told.extras.retry_after : undefined).toBe(meaning.after);
  if (meaning.after === undefined) expect(told).toBe(thrown);
  // It means the same once it was refused, and once more was said of it.
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

test('who is told that nobody knows learns how to make the change once', () => {
  const told = undecided(failure('ECONNRESET'));
  expect(isRefusal(told, 'not-ready') && told.message).toContain('with the same Idempotency-Key it is made once');
  expect(undecided(told)).toMatchObject({ message: (told as Error).message });
});
