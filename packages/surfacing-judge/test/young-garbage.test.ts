// The data of a verdict are freed after it. If a generator is created per text, V8 gives it a hidden class that keeps
// everything in its scope alive until the next full collection.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const measuring = fileURLToPath(new URL('young-garbage.mjs', import.meta.url));

it('frees everything that a verdict has compared', () => {
  const megabytes = Number(execFileSync(process.execPath, [measuring], { encoding: 'utf8' }));
  expect(megabytes).toBeLessThan(0.7);
});
