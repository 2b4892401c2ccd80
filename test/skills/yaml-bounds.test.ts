// The frontmatter of a SKILL.md is limited before it is parsed, because deep nesting would crash the parser.
import { describe, expect, test } from 'vitest';
import { readSkill } from '../../src/skills/read-skill.ts';

const faultOf = (head: string): string => {
  const { document, findings } = readSkill(`---\nname: a\ndescription: b\n${head}\n---\nDo it.`);
  return document === undefined ? (findings[0]?.message ?? '') : 'read';
};
/** Frontmatter with this many levels or keys. `name` and `description` add two. */
const keys = (count: number): string => Array.from({ length: count }, (_, at) => `k${at}: v\n`).join('');

describe('the frontmatter of a SKILL.md', () => {
  test.each<[string, string]>([
    ['brackets within brackets', `a: ${'['.repeat(8_000)}`],
    ['braces within braces', `a: ${'{a: '.repeat(2_000)}`],
    ['lists within lists', `a:\n${'- '.repeat(4_000)}`],
    ['keys within keys', 'a: '.repeat(2_000)],
    ['brackets after a quote in plain text that seems to open a string', `a"b: ${'['.repeat(20_000)} "`],
    ['keys after a quote that seems to open a string', `a"b: c\n${keys(2_000)}z: "q"`],
    ['keys without a value', `a: {${'k,'.repeat(2_000)}}`],
  ])('is not parsed if it contains %s', (_name, head) => {
    expect(faultOf(head)).toBe(
      'The block at the top cannot be read. Use only a few fields, each on a separate line, without aliases.',
    );
  });

  test('is parsed completely up to its maximum size', () => {
    expect(faultOf(keys(298))).toBe('read');
    expect(faultOf(keys(299))).toMatch(/Use only a few fields/);
    expect(faultOf(`a: ${'['.repeat(148)}${']'.repeat(148)}`)).toBe('read');
    const [short, long] = [16_340, 16_400].map((length) => faultOf(`a: ${'x'.repeat(length)}`));
    expect(short).toBe('read');
    expect(long).toMatch(/longer than 16 kB/);
  });

  test('may be a single quoted text of any length and content', () => {
    expect(faultOf(`a: "${'[{- ? : '.repeat(100_000)}"`)).toBe('read');
  });
});
