import { expect, test } from 'vitest';
import { OTHER_TOPIC, topicReader } from '../../src/insight/topics.ts';

const topicsOf = topicReader();

test('questions that mean the same fall together, whatever the words, their number and the language', () => {
  const invoice = 'invoice';
  expect(topicsOf('send the invoice')).toContain(invoice);
  expect(topicsOf('please write our bills')).toContain(invoice);
  expect(topicsOf('eine Rechnung schreiben')).toContain(invoice);
});

test('a topic is never a word that only the person used, and there are three at most', () => {
  const topics = topicsOf(
    'ask Zyxwvut Industries of Grobnitz about the invoice, the contract, the holiday and the budget',
  );
  expect(topics.length).toBeLessThanOrEqual(3);
  expect(topics.join(' ')).not.toMatch(/zyxwvut|grobnitz/i);
});

test.each(['', ' ', '🧭', 'qqqq zzzz', '\u0000'])('what the lists do not know (%j) is other', (text) => {
  expect(topicsOf(text)).toEqual([OTHER_TOPIC]);
});

test.each([
  ['they were insubordinate', 'discipline'],
  ['outplacement', 'dismissal'],
])('where no group of words is touched, the field of work is the topic: %s', (text, field) => {
  expect(topicsOf(text)).toContain(field);
});

test('a text of more topics than are kept has the first three of the lists, each once', () => {
  const one = topicsOf('invoice invoice bill');
  expect(new Set(one).size).toBe(one.length);
  expect(topicsOf('the invoice, the contract, the holiday, the budget and the meeting')).toHaveLength(3);
});

test('topics stand in the order of the lists, whatever the order of the text', () => {
  expect(topicsOf('the budget and the holiday')).toEqual(['plan figure', 'vacation', 'budget']);
  expect(topicsOf('the holiday and the budget')).toEqual(['plan figure', 'vacation', 'budget']);
});
