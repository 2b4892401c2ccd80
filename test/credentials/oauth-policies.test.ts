// The hosts whose programs a workspace allows.
import { expect, test } from 'vitest';
import { allowsHost, allowsRedirect } from '../../src/credentials/oauth-policies.ts';

test.each<[readonly string[] | null, string, boolean]>([
  [null, 'claude.ai', true],
  [null, '', true],
  [[], 'claude.ai', false],
  [[], '', false],
  [['claude.ai'], '', false],
  [[], 'cursor:', false],
  [['claude.ai'], 'com.example.app:', false],
  [['claude.ai'], 'claude.ai', true],
  [['claude.ai'], 'api.claude.ai', true],
  [['claude.ai'], 'notclaude.ai', false],
  [['claude.ai'], 'ai', false],
  [['api.claude.ai'], 'claude.ai', false],
  [['chatgpt.com', 'claude.ai'], 'claude.ai', true],
])('checks against the list %j whether the host %j is allowed: %s', (allowed_hosts, host, expected) => {
  const policy = { allowed_hosts, enterprise_managed: false, device_sign_in: 'all' } as const;
  expect(allowsHost(policy, host)).toBe(expected);
  const isOwnMachine = host === '' || host.endsWith(':');
  expect(allowsRedirect(policy, host)).toBe(expected || isOwnMachine);
});
