import { expect, test } from 'vitest';
import { carriedForward, everyDay } from '../../console/src/overview/days.ts';
import { handOf } from '../../console/src/overview/hands.ts';
import { HAND_KINDS } from '../../src/workspaces/overview.ts';

const ID = '019aa1f0-0000-7000-8000-000000000001';

test('says what needs attention, why, and where to fix it', () => {
  for (const kind of HAND_KINDS) {
    for (const count of [1, 3, 1200]) {
      const hand = handOf({ kind, id: count === 1 ? ID : null, name: 'Okta', count, at: '2026-12-01' });
      expect(hand.text, kind).toMatch(/Okta|seats?|trails/);
      expect(hand.why.length, kind).toBeGreaterThan(10);
      expect(hand.page.to, kind).toMatch(/^\/(admin|write)/);
      expect(`${hand.text} ${hand.why}`, kind).not.toMatch(/\b(null|undefined|1 trails|1 seats|1 requests|1200)\b|_/);
    }
  }
});

test('opens the editor for one trail, and the list for several', () => {
  const one = handOf({ kind: 'reviews-due', id: ID, name: 'Adverts', count: 1, at: '2026-12-01' });
  expect(one.page).toEqual({ to: '/write/$trailId', params: { trailId: ID }, search: { tab: 'access' } });
  const several = handOf({ kind: 'reviews-due', id: null, name: 'Adverts', count: 4, at: '2026-12-01' });
  expect(several.page).toEqual({ to: '/write', search: { only: 'review' } });
});

test("uses the previous day's number for a day without data, and no number before the first day", () => {
  const days = everyDay('2026-02-27', 4);
  expect(days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  expect(carriedForward(days, [{ day: '2026-02-28', used: 7 }])).toEqual([null, 7, 7, 7]);
  expect(carriedForward(days, [])).toEqual([null, null, null, null]);
});
