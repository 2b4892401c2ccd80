// If one task fails, the others still run, and the failure is reported.
import { expect, test } from 'vitest';
import { refuse } from '../../src/base/refusal.ts';
import { doEach } from '../../src/base/slices.ts';

const away = () => refuse('not-ready', 'Away.');
const rule = () => refuse('conflict', 'No.');
const bug = () => new Error('full');

test.each<[string, readonly ((() => Error) | undefined)[], string, string | undefined]>([
  ['all succeed', [undefined, undefined], '01', undefined],
  ['one error is thrown after the others have run', [bug, undefined, undefined], '012', 'full'],
  ['several errors are thrown together', [bug, undefined, rule], '012', '2 failed: Error: full; Refusal: No.'],
  ['a database that fails once is tried again', [away, undefined, away, bug, away], '01234', '4 failed: '],
  ['a database that fails twice in a row is left alone', [undefined, away, away, undefined], '012', '2 failed: '],
])('%s', async (_, items, done, failure) => {
  let begun = '';
  const work = async (at: number): Promise<void> => {
    begun += at;
    const thrown = items[at]?.();
    if (thrown !== undefined) throw thrown;
  };
  const ended = await doEach(items.keys(), work).then(
    () => undefined,
    (thrown: Error) => thrown.message,
  );
  expect(begun).toBe(done);
  expect(ended?.startsWith(failure ?? '-') ?? failure === undefined).toBe(true);
});
