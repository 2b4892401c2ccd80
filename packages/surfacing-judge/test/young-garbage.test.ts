// The data of a verdict is freed after it. V8 gives a generator created per text a hidden class, which keeps everything
// in its scope alive until the next full collection.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const measuring = fileURLToPath(new URL('young-garbage.mjs', import.meta.url));

it('frees everything that a verdict has compared', () => {
  const megabytes = Number(execFileSync(process.execPath, [measuring], { encoding: 'utf8' }));
  expect(megabytes).toBeLessThan(0.7);
});
