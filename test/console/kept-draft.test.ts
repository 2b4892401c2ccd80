import { afterEach, expect, test } from 'vitest';
import { fullDocument } from '../../console/src/write/draft/full-document.ts';
import { findKeptDraft, forgetDraft, keepDraft } from '../../console/src/write/draft/kept-draft.ts';

const place = { personId: 'ann', trailId: 'weigh-offers' };
const document = fullDocument({ title: 'Weigh offers' });
const draft = { revision: 3, base: document, mine: { ...document, title: 'Weigh two offers' }, at: '2026-01-01' };

const inBrowser = (localStorage: () => Partial<Storage>): void => {
  const window = Object.defineProperty({}, 'localStorage', { get: localStorage });
  Object.defineProperty(globalThis, 'window', { value: window, configurable: true });
};

afterEach(() => Reflect.deleteProperty(globalThis, 'window'));

test('a draft is kept for its person and trail until it is forgotten', () => {
  const texts = new Map<string, string>();
  inBrowser(() => ({
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
  }));
  keepDraft(place, draft);
  expect(findKeptDraft(place)).toEqual(draft);
  expect(findKeptDraft({ ...place, personId: 'ben' })).toBeUndefined();
  forgetDraft(place);
  expect(findKeptDraft(place)).toBeUndefined();
});

test('a browser that forbids storage keeps nothing, and stops nobody: not from forgetting either', () => {
  inBrowser(() => {
    throw new Error('SecurityError');
  });
  keepDraft(place, draft);
  expect(findKeptDraft(place)).toBeUndefined();
  expect(() => forgetDraft(place)).not.toThrow();
});
