import { expect, test } from 'vitest';
import { acceptedCoding, prefersHtml, takesType } from '../../src/http/answers/negotiate.ts';

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML;Q=0.5', true],
  ['text/html;q=0', false],
  ['text/html;q=0.5, application/json', false],
  ['application/json, text/html', true],
  ['text/html;q=0.5, application/problem+json;q=0.5', true],
  ['application/json', false],
  ['*/*', false],
  ['', false],
  [undefined, false],
])('reads Accept %s as a request for a page: %s', (accept, wanted) => {
  expect(prefersHtml(accept)).toBe(wanted);
});

const both = { br: Buffer.from('b'), gzip: Buffer.from('g') };

test.each([
  ['gzip, deflate, br', both, 'br'],
  ['gzip', both, 'gzip'],
  ['br;q=0, gzip', both, 'gzip'],
  ['*', both, 'br'],
  ['identity', both, undefined],
  [undefined, both, undefined],
  ['br', { br: undefined, gzip: both.gzip }, undefined],
])('reads Accept-Encoding %s', (accept, forms, coding) => {
  expect(acceptedCoding(accept, forms)).toBe(coding);
});

test.each([
  [undefined, true],
  ['', true],
  ['*/*', true],
  ['application/*', true],
  ['text/html, */*;q=0.1', true],
  ['*/*;q=0', false],
  ['application/json', true],
  ['application/json;q=0, */*', false],
  ['text/event-stream', false],
])('reads whether Accept %s takes JSON: %s', (accept, takes) => {
  expect(takesType(accept, 'application/json')).toBe(takes);
});
