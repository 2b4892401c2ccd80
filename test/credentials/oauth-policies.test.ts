// The hosts whose programs a workspace allows.
import { expect, test } from 'vitest';
import { allowsHost } from '../../src/credentials/oauth-policies.ts';

test.each<[readonly string[] | null, string, boolean]>([
  [null, 'claude.ai', true],
  [null, '', true],
  [[], 'claude.ai', false],
  [[], '', true],
  [['claude.ai'], '', true],
  [[], 'cursor:', true],
  [['claude.ai'], 'com.example.app:', true],
  [['claude.ai'], 'claude.ai', true],
  [['claude.ai'], 'api.claude.ai', true],
  [['claude.ai'], 'notclaude.ai', false],
  [['claude.ai'], 'ai', false],
  [['api.claude.ai'], 'claude.ai', false],
  [['chatgpt.com', 'claude.ai'], 'claude.ai', true],
])('checks with the list %j the host %j: %s', (allowed_hosts, host, expected) => {
  expect(allowsHost({ allowed_hosts, enterprise_managed: false }, host)).toBe(expected);
});
