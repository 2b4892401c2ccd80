// V8 answers a flag that it does not know with a line on stderr, and goes on without it: each that the service sets
// must be one of this Node's.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the service sets no flag of V8 that this Node does not know', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const flags = sources.flatMap((name) =>
    [...readFileSync(join('src', name), 'utf8').matchAll(/setFlagsFromString\(\W*--([a-z-]+)/g)].map(
      ([, flag]) => flag,
    ),
  );
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(flags).toContain('wasm-tiering-budget');
  for (const flag of flags) expect(known).toContain(`--${flag} (`);
});
