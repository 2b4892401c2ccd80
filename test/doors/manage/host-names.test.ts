// Internationalized host names are stored in their DNS and URL form wherever one is accepted, and can be found by both
// forms.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostName } from '../../../src/base/hosts.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from './support.ts';

let service: World;
let team: Managed;
beforeAll(async () => {
  service = await world();
  team = await managedTeam(service, { plan: 'enterprise' });
});
afterAll(() => service.close());

test.each([
  [' München.de ', 'xn--mnchen-3ya.de'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['Straße.example', 'xn--strae-oqa.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
  ['Example.COM', 'example.com'],
  ['mün chen.de', 'mün chen.de'],
  ['ex%61mple.com', 'ex%61mple.com'],
  ['0x7f.1', '0x7f.1'],
  ['münchen.de/elsewhere.com', 'münchen.de/elsewhere.com'],
  ['münchen.de#elsewhere.com', 'münchen.de#elsewhere.com'],
  ['münchen.de?elsewhere.com', 'münchen.de?elsewhere.com'],
  ['mün\tchen.de', 'mün\tchen.de'],
  ['mün%63hen.de', 'mün%63hen.de'],
  ['münchen.de:443', 'münchen.de:443'],
  ['ana@münchen.de', 'ana@münchen.de'],
])('converts %j to %j', (typed, name) => {
  expect(hostName(typed)).toBe(name);
});

const NAME = 'xn--mnchen-3ya.de';

test.each<[string, 'post' | 'put', string, (typed: string) => object]>([
  ['a claimed domain', 'post', '/manage/v1/domain-claims', (domain) => ({ domain })],
  [
    'an allowed app host',
    'put',
    '/manage/v1/workspace/app-policy',
    (host) => ({ allowed_hosts: [host], enterprise_managed: false }),
  ],
  [
    'the address of a webhook',
    'post',
    '/manage/v1/webhooks',
    (host) => ({ name: 'h', url: `https://${host}/h`, events: ['trail.saved'] }),
  ],
  [
    'the address of an audit stream',
    'post',
    '/manage/v1/audit/streams',
    (host) => ({ name: 's', url: `https://${host}/s`, format: 'ndjson' }),
  ],
])('stores %s under its DNS name', async (_what, method, path, body) => {
  const answer = await team.asOwner[method](path, body('München.de'));
  const stored = JSON.stringify(answer.body ?? (await team.asOwner.get(path)).body);
  expect([answer.status < 300, stored]).toEqual([true, expect.stringContaining(NAME)]);
  expect(stored).not.toContain('ünchen');
  const nonsense = await team.asOwner[method](path, body('mün chen.de'));
  expect(nonsense.status).toBe(422);
});

test('removes a claim by either form of the name', async () => {
  for (const form of ['münchen.de', NAME]) {
    await team.asOwner.post('/manage/v1/domain-claims', { domain: form });
    const path = `/manage/v1/domain-claims/${encodeURIComponent('München.de')}`;
    expect((await team.asOwner.delete(path)).status).toBe(204);
  }
});
