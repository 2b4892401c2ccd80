import fc from 'fast-check';
import { lexer, marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { markdownImage, plainAlt } from '../../src/assets/markdown-image.ts';
import { anyCharacter } from '../support/any-character.ts';
import { runs } from '../support/runs.ts';

const url = 'https://trails.example.com/assets/0f.png';

/** Every node of a Markdown text by its type, including nested ones, except plain text. */
function nodesOf(markdown: string): string[] {
  const found: string[] = [];
  marked.walkTokens(lexer(markdown), (token: Token) => {
    if (token.type !== 'text' && token.type !== 'escape') found.push(token.type);
  });
  return found;
}

/** The `alt` and `src` of the rendered HTML, or undefined if it is not exactly one image. */
function renderedImage(markdown: string): { alt: string; src: string } | undefined {
  const html = marked.parse(markdown, { async: false });
  const [, src = '', alt = ''] = /^<p><img src="([^"<>]*)" alt="([^"<>]*)"><\/p>\n$/.exec(html) ?? [];
  return src === '' ? undefined : { src, alt: decode(alt) };
}

const decode = (html: string): string =>
  html.replace(
    /&(lt|gt|quot|#39|amp);/g,
    (_all, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '&',
  );

const hostile = fc.constantFrom(
  ...[
    '[',
    ']',
    '(',
    ')',
    '\\',
    '`',
    '``',
    '<',
    '>',
    '&',
    '&lt;',
    '&#91;',
    '*',
    '**',
    '_',
    '~~',
    '!',
    '![',
    '](',
    '"',
    "'",
    '|',
    '\n',
    '\r\n\r\n',
  ],
  ...[
    '<b>',
    '<!--',
    '-->',
    '$',
    ':',
    'https://a.example',
    'www.a.example',
    'me@a.example',
    '](javascript:alert(1))',
    ' ',
    'a',
    '\u0000',
    '\u202e',
    '\ud800',
  ],
);
const alts = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.array(hostile, { maxLength: 30 }).map((parts) => parts.join('')),
);

describe('the Markdown of an image', () => {
  it('is a single image with this address and text, for any text', () => {
    fc.assert(
      fc.property(alts, (alt) => {
        const markdown = markdownImage(alt, url);
        expect(nodesOf(markdown)).toEqual(['paragraph', 'image']);
        expect(renderedImage(markdown)).toEqual({ alt: plainAlt(alt), src: url });
      }),
      { numRuns: runs(400) },
    );
  });

  it('stays a single image inside a sentence or a table', () => {
    fc.assert(
      fc.property(alts, (alt) => {
        const image = markdownImage(alt, url);
        expect(nodesOf(`See [${image} here.`)).toEqual(['paragraph', 'image']);
        expect(nodesOf(`| a |\n|---|\n| ${image} |`)).toEqual(['table', 'image']);
      }),
      { numRuns: runs(100) },
    );
  });

  it('is readable if the text is plain', () => {
    expect(markdownImage('The settings page', url)).toBe(`![The settings page](${url})`);
  });

  it('has no alt text if there is none', () => {
    expect(markdownImage(' \n', url)).toBe(`![](${url})`);
  });

  it('keeps an address with brackets and spaces in one piece', () => {
    const markdown = markdownImage('a', 'https://a.example/(x) y/<z>');
    expect(renderedImage(markdown)?.src).toBe('https://a.example/%28x%29%20y/%3Cz%3E');
  });
});

describe('the text of an image', () => {
  it.each([
    ['a\r\n\tb', 'a b'],
    ['a\u0000\u001b[31mb', 'a[31mb'],
    ['\u202egnp.exe\u2066', 'gnp.exe'],
    ['a\u200bb\ufeffc', 'ab c'],
    ['a\ud800b', 'ab'],
    ['👩‍💻 می‌خواهم', '👩‍💻 می‌خواهم'],
  ])('%j is read as %j', (alt, heard) => {
    expect(plainAlt(alt)).toBe(heard);
  });
});
