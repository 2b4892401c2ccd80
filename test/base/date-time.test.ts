import { Type } from '@sinclair/typebox';
import { expect, test } from 'vitest';
import { findIssues } from '../../src/base/shape.ts';

const Moment = Type.Object({ at: Type.String({ format: 'date-time' }) });

test.each([
  '2026-03-01T09:00:00Z',
  '2026-03-01t09:00:00.123456z',
  '2026-03-01T09:00:00+14:00',
  '2026-03-01T09:00:00-12:00',
  '2026-03-01T09:00:00+15:59',
])('%s is a moment', (at) => {
  expect(findIssues(Moment, { at })).toEqual([]);
});

test.each([
  '2026-03-01T09:00:00+16:00',
  '2026-03-01T09:00:00-23:59',
  '2026-03-01T09:00:00',
  '2026-02-30T09:00:00Z',
  '2026-03-01T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-01:00',
  'yesterday',
])('%s is none, and the finding shows how one is written', (at) => {
  const [finding, ...more] = findIssues(Moment, { at });
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ field: 'at', message: expect.stringContaining('2026-03-01T09:00:00Z') });
});
