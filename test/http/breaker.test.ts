// Stops calling a dependency that does not respond, except for one trial after each pause.
import { expect, test } from 'vitest';
import { breaker } from '../../src/http/rate-limits/breaker.ts';

function opened() {
  let now = 1_000;
  const told: string[] = [];
  const trust = breaker({
    restMs: 100,
    now: () => now,
    onOpen: ({ message }) => told.push(message),
    onClose: () => told.push('back'),
  });
  return { trust, told, advance: (ms: number) => (now += ms) };
}

test('allows calls until one fails, and then pauses', () => {
  const { trust, told, advance } = opened();
  trust.succeeded();
  expect([trust.mayTry(), trust.isOpen(), told]).toEqual([true, false, []]);
  trust.failed(new Error('away'));
  expect([trust.mayTry(), trust.isOpen(), told]).toEqual([false, true, ['away']]);
  advance(99);
  expect(trust.mayTry()).toBe(false);
  advance(1);
  expect([trust.mayTry(), trust.mayTry(), trust.isOpen()]).toEqual([true, false, true]);
  advance(100);
  expect([trust.mayTry(), trust.mayTry()]).toEqual([true, false]);
});

test('pauses again after a failed trial without another report, and resumes after a success', () => {
  const { trust, told, advance } = opened();
  trust.failed(new Error('away'));
  advance(100);
  expect(trust.mayTry()).toBe(true);
  advance(50);
  trust.failed(new Error('still away'));
  advance(99);
  expect(trust.mayTry()).toBe(false);
  advance(1);
  expect(trust.mayTry()).toBe(true);
  trust.succeeded();
  expect([trust.mayTry(), trust.mayTry(), trust.isOpen(), told]).toEqual([true, true, false, ['away', 'back']]);
  trust.failed(new Error('again'));
  expect(told).toEqual(['away', 'back', 'again']);
});
