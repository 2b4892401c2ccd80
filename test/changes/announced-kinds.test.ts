// Every kind of audit entry about trails, sets, groups and members is an event, or is listed here with the reason why
// no program needs it. A new kind that is in neither list would be lost to mirrors.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { typeOf } from '../../src/webhooks/event-types.ts';

const NOT_EVENTS: Readonly<Record<string, string>> = {
  'team.member.signed_out': 'ends sessions, and changes nothing about the person',
  'team.member.invited': 'is not a member yet',
};

const KIND = /'((?:trail|trail_set|catalog|team\.group|team\.member)\.[a-z_.]+|team\.ownership_transferred)'/g;

const kinds = (): string[] => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const recorded = files.filter((file) => !/^(?:webhooks|doors)\//.test(file));
  const found = recorded.flatMap((file) =>
    [...readFileSync(join('src', file), 'utf8').matchAll(KIND)].map(([, kind = '']) => kind),
  );
  return [...new Set(found)].filter((kind) => !/\.(?:yaml|schema\.json)$/.test(kind)).sort();
};

test('announces every kind of change that programs mirror', () => {
  const found = kinds();
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter((kind) => typeOf(kind) === undefined && NOT_EVENTS[kind] === undefined)).toEqual([]);
});
