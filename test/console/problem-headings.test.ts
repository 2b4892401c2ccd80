// Refusals have a heading in people's words, each that the service knows.
import { expect, test } from 'vitest';
import { Problem } from '../../console/src/api/problem.ts';
import { PROBLEMS } from '../../src/http/answers/problem.ts';

const headingOf = (slug: string, title: string): string =>
  new Problem({ type: `https://cairn.test/problems/${slug}`, title }, 400, undefined).title;

test.each(Object.entries(PROBLEMS))('%s is not called by its title', (slug, { title }) => {
  expect(headingOf(slug, title)).not.toBe(title);
});

test('one that this console does not know yet keeps its title, and one without any has a heading too', () => {
  expect(headingOf('of-tomorrow', 'Of tomorrow')).toBe('Of tomorrow');
  expect(new Problem({}, 502, undefined).title).toBe('Something went wrong');
});

test('what tells a program which header to send is said to a person in other words', () => {
  for (const slug of ['revision-conflict', 'precondition-required'])
    expect(new Problem({ type: `/problems/${slug}`, detail: 'Send If-Match: "2".' }, 412, 'r').message).toMatch(
      /^Nothing was/,
    );
});
