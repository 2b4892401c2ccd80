// Every known error has a heading in plain words.
import { expect, test } from 'vitest';
import { Problem } from '../../console/src/api/problem.ts';
import { PROBLEMS } from '../../src/http/answers/problem.ts';

const headingOf = (slug: string, title: string): string =>
  new Problem({ type: `https://cairn.test/problems/${slug}`, title }, 400, undefined).title;

test.each(Object.entries(PROBLEMS))('does not use the title of %s as a heading', (slug, { title }) => {
  expect(headingOf(slug, title)).not.toBe(title);
});

test('keeps the title of an unknown error, and has a heading for an error without a title', () => {
  expect(headingOf('of-tomorrow', 'Of tomorrow')).toBe('Of tomorrow');
  expect(new Problem({}, 502, undefined).title).toBe('Something went wrong');
});

test('rewords for people an error that tells programs which header to send', () => {
  for (const slug of ['revision-conflict', 'precondition-required'])
    expect(new Problem({ type: `/problems/${slug}`, detail: 'Send If-Match: "2".' }, 412, 'r').message).toMatch(
      /^Nothing was/,
    );
});
