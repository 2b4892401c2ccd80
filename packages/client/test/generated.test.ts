import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the generated types are those of the OpenAPI document', () => {
  expect(() =>
    execFileSync(process.execPath, ['scripts/api-types.mjs', 'client', '--check'], { stdio: 'pipe' }),
  ).not.toThrow();
});
