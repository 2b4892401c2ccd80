// V8 prints a line on stderr for an unknown flag and ignores it. This Node must know each flag that the service sets.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('sets no V8 flag that this Node does not know', () => {
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
