import { expect, test } from 'vitest';
import { chartLayout, NODE_HEIGHT } from '../../console/src/admin/organisation/chart-layout.ts';
import { deviceOf } from '../../console/src/parts/texts/device.ts';

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ user_id: `u${n}`, name: `Person ${n}`, report_count: 0 }));
const [self = { user_id: 'self', name: 'Self', report_count: 0 }] = people(1);

test.each([
  [320, 0],
  [320, 7],
  [760, 3],
  [760, 12],
  [1_600, 5],
])('keeps boxes apart and inside %i pixels with %i reports', (width, count) => {
  const above = people(3).map((node) => ({ ...node, user_id: `above ${node.user_id}` }));
  const reports = people(count).map((node) => ({ ...node, user_id: `below ${node.user_id}` }));
  const { nodes, lines, height, nodeWidth } = chartLayout(width, above, { ...self, user_id: 'self' }, reports);
  expect(nodes).toHaveLength(4 + count);
  expect(lines).toHaveLength(3 + count);
  for (const { x, y } of nodes) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + nodeWidth).toBeLessThanOrEqual(width);
    expect(y + NODE_HEIGHT).toBeLessThanOrEqual(height);
  }
  for (const [at, one] of nodes.entries())
    for (const other of nodes.slice(at + 1))
      expect(Math.abs(one.x - other.x) >= nodeWidth || Math.abs(one.y - other.y) >= NODE_HEIGHT).toBe(true);
});

test('puts the topmost manager at the top', () => {
  const { nodes } = chartLayout(760, people(2), { ...self, user_id: 'self' }, []);
  expect(nodes.map(({ node }) => node.user_id)).toEqual(['u1', 'u0', 'self']);
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/18 Safari/604',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox on Linux'],
  ['cairn/1.0.0 node/20.20', 'cairn'],
  ['', ''],
])('describes %s as "%s"', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
