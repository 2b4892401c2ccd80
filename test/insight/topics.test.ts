import { expect, test } from 'vitest';
import { OTHER_TOPIC, topicReader } from '../../src/insight/topics.ts';

const topicsOf = topicReader();

test('groups questions with the same meaning, regardless of wording, number and language', () => {
  const invoice = 'invoice';
  expect(topicsOf('send the invoice')).toContain(invoice);
  expect(topicsOf('please write our bills')).toContain(invoice);
  expect(topicsOf('eine Rechnung schreiben')).toContain(invoice);
});

test('never uses a word of a single person as a topic, and returns at most three', () => {
  const topics = topicsOf(
    'ask Zyxwvut Industries of Grobnitz about the invoice, the contract, the holiday and the budget',
  );
  expect(topics.length).toBeLessThanOrEqual(3);
  expect(topics.join(' ')).not.toMatch(/zyxwvut|grobnitz/i);
});

test.each(['', ' ', '🧭', 'qqqq zzzz', '\u0000'])('assigns unknown text (%j) to other', (text) => {
  expect(topicsOf(text)).toEqual([OTHER_TOPIC]);
});

test.each([
  ['they were insubordinate', 'discipline'],
  ['outplacement', 'dismissal'],
])('uses the field of work as the topic if no concept matches: %s', (text, field) => {
  expect(topicsOf(text)).toContain(field);
});

test('returns only the first three topics in list order, without duplicates, if a text has more', () => {
  const one = topicsOf('invoice invoice bill');
  expect(new Set(one).size).toBe(one.length);
  expect(topicsOf('the invoice, the contract, the holiday, the budget and the meeting')).toHaveLength(3);
});

test('returns topics in list order, regardless of their order in the text', () => {
  expect(topicsOf('the budget and the holiday')).toEqual(['plan figure', 'vacation', 'budget']);
  expect(topicsOf('the holiday and the budget')).toEqual(['plan figure', 'vacation', 'budget']);
});
