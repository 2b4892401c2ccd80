// Garbage of a request is freed with the request. V8 keeps objects that a per-request object exposes through getters
// until the next full collection.
import { expect, test } from 'vitest';
import { openCharges } from '../../src/http/rate-limits/charges.ts';
import { ratePolicies } from '../../src/http/rate-limits/rate-limit.ts';
import { memoryLimiter } from '../../src/http/rate-limits/rate-limit-memory.ts';
import { leftBehind } from '../support/minor-collections.mjs';

/** A hundredth of a megabyte. */
const mark = (): ArrayBuffer => new ArrayBuffer(10_486);

test('leaves no garbage behind after a request was charged', async () => {
  const limiter = memoryLimiter(ratePolicies(1_000_000), Date.now);
  const left = await leftBehind(2_000, async () => {
    const charges = openCharges(Object.assign({ mark: mark() }, limiter));
    await charges.take('default', 'k');
    expect(charges.policy).toBe('default');
  });
  expect(left).toBeLessThan(2);
});
