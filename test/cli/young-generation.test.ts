// A process keeps no extra heap after loading its modules, and grows under load as before. Uses separate processes,
// because V8 flags apply to a whole process.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const MODULE = pathToFileURL(resolve('dist/base/young-generation.js')).href;

/** The size of the young generation in MB, after 60 MB of objects have survived, and after 60 MB more. */
function roomOf(before: string, between: string): readonly number[] {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { Worker } from 'node:worker_threads';
    import { holdYoungGeneration, threadBegan } from '${MODULE}';
    const kept = [];
    const keep = () => { for (let at = 0; at < 600_000; at += 1) kept.push({ at, of: [at] }); };
    // Node 24 counts pages of promoted objects until a collection has swept them.
    const room = () => {
      gc({ type: 'minor' });
      return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 1e6;
    };
    ${before}; keep(); const first = room(); ${between}; keep();
    console.log(JSON.stringify([first, room()]));`;
  const args = ['--expose-gc', '--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as number[];
}

test('grows the young generation once allowed, and not while held', () => {
  const [held = 0, letGrow = 0] = roomOf('const letGrow = holdYoungGeneration()', 'letGrow()');
  const [usual = 0] = roomOf('', '');
  expect(held).toBeLessThan(5);
  expect(usual).toBeGreaterThan(3 * held);
  expect(letGrow).toBeGreaterThan(3 * held);
});

test('keeps the limit when a worker thread starts', () => {
  const began = `const letGrow = holdYoungGeneration();
    await new Promise((done) => new Worker('', { eval: true }).once('online', done))`;
  const [forgotten = 0] = roomOf(began, '');
  const [held = 0, letGrow = 0] = roomOf(`${began}; threadBegan()`, 'letGrow(); threadBegan()');
  expect(held).toBeLessThan(5);
  expect(forgotten).toBeGreaterThan(3 * held);
  expect(letGrow).toBeGreaterThan(3 * held);
});
