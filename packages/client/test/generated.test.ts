import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the generated types are those of the OpenAPI document', () => {
  expect(() =>
    execFileSync(process.execPath, ['scripts/client-types.mjs', '--check'], { stdio: 'pipe' }),
  ).not.toThrow();
});
