// Every known error has a heading in plain words.
import { expect, test } from 'vitest';
import { Problem } from '../../console/src/api/problem.ts';
import { PROBLEMS } from '../../src/http/answers/problem.ts';

const headingOf = (slug: string, title: string): string =>
  new Problem({ type: `https://cairn.test/problems/${slug}`, title }, 400, undefined).title;

test.each(Object.entries(PROBLEMS))('does not use the title of %s as its heading', (slug, { title }) => {
  expect(headingOf(slug, title)).not.toBe(title);
});

test('keeps the title of an unknown error, and has a heading for one without a title', () => {
  expect(headingOf('of-tomorrow', 'Of tomorrow')).toBe('Of tomorrow');
  expect(new Problem({}, 502, undefined).title).toBe('Something went wrong');
});

test('rephrases for people what would tell a program which header to send', () => {
  for (const slug of ['revision-conflict', 'precondition-required'])
    expect(new Problem({ type: `/problems/${slug}`, detail: 'Send If-Match: "2".' }, 412, 'r').message).toMatch(
      /^Nothing was/,
    );
});
