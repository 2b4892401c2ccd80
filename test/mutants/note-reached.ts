// Records for every test file of a mapping run which parts it reached, how long it took, and whether it passed.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, afterEach, expect } from 'vitest';
import { noteOf, type Reached } from './reached-map.ts';

const folder = process.env.CAIRN_MUTANTS_REACHED;
if (folder !== undefined) {
  const parts = new Set<string>();
  const began = performance.now();
  let failed = 0;
  Object.assign(globalThis, { reachedPart: (file: string, start: number) => parts.add(`${file}:${start}`) });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') failed += 1;
  });
  afterAll(() => {
    const test = relative(process.cwd(), expect.getState().testPath ?? '');
    const reached: Reached = { test, failed, milliseconds: Math.round(performance.now() - began), parts: [...parts] };
    writeFileSync(join(folder, noteOf(test)), JSON.stringify(reached));
  });
}
