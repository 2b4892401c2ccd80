import { describe, expect, test } from 'vitest';
import { guideImages, withImage } from '../../console/src/parts/texts/guide-images.ts';
import { fullDocument } from '../../console/src/write/draft/full-document.ts';
import { NO_HISTORY, redone, remembered, undone } from '../../console/src/write/draft/history.ts';
import { overLimits } from '../../console/src/write/draft/over-limits.ts';
import { lined, wrapped } from '../../console/src/write/guide/markdown-edit.ts';
import { publishIssues } from '../../src/trails/checks/publish-checks.ts';

const prompt = (label: string) => ({ id: '', label, body: `Do ${label}` });
const blank = fullDocument({ title: 'Weigh offers', prompts: [prompt('one'), prompt('two')] });

describe('undo in the editor', () => {
  test('restores a removed step at its position, and removes it again on redo', () => {
    const shorter = { ...blank, prompts: blank.prompts.slice(1) };
    const history = remembered(NO_HISTORY, blank, shorter, 0);
    const back = undone(history, shorter);
    expect(back?.document.prompts.map(({ label }) => label)).toEqual(['one', 'two']);
    expect(back && redone(back.history, back.document)?.document).toEqual(shorter);
  });

  test('treats typing in one field as one step until another field, a pause or a removal', () => {
    const typed = ['W', 'We', 'Wei'].map((title) => ({ ...blank, title }));
    let [now, history] = [blank, NO_HISTORY];
    const write = (next: typeof blank, at: number): void => {
      history = remembered(history, now, next, at);
      now = next;
    };
    typed.forEach((document, at) => {
      write(document, at * 100);
    });
    expect(history.past).toHaveLength(1);
    write({ ...now, description: 'You' }, 400);
    write({ ...now, description: 'You weigh' }, 3_000);
    write({ ...now, prompts: now.prompts.slice(1) }, 3_100);
    expect(history.past).toHaveLength(4);
    expect(undone(history, now)?.document.description).toBe('You weigh');
  });

  test('discards redo steps after a new change', () => {
    const [one, two] = [
      { ...blank, title: 'One' },
      { ...blank, title: 'Two' },
    ];
    const back = undone(remembered(NO_HISTORY, blank, one, 0), one);
    const after = remembered(back?.history ?? NO_HISTORY, blank, two, 5_000);
    expect(redone(after, two)).toBeUndefined();
    expect(undone(NO_HISTORY, blank)).toBeUndefined();
  });
});

describe('text beyond its maximum length', () => {
  test('is reported at its field with the excess, counted in characters, not code units', () => {
    const long = { ...blank, title: '🪨'.repeat(121), prompts: [{ ...prompt('one'), body: 'x'.repeat(8_016) }] };
    expect(overLimits({ ...blank, title: '🪨'.repeat(120) })).toEqual([]);
    const issues = overLimits(long);
    expect(issues.map(({ field }) => field)).toEqual(['title', 'prompts[0].body']);
    expect(issues[1]?.message).toMatch(/^Has 8,016 characters, 16 over the limit of 8,000/);
  });

  test('is not reported if a document is within all limits', () => {
    expect(overLimits(blank)).toEqual([]);
    const facts = { tests: null, ownImagePrefix: 'https://cairn.test/assets/', safety: [] };
    expect(publishIssues(blank, facts).some(({ message }) => message.includes('characters'))).toBe(false);
  });
});

describe('the toolbar of the guide', () => {
  test('adds and removes marks around the selection', () => {
    const bold = wrapped('a word here', 2, 6, '**');
    expect(bold).toEqual({ text: 'a **word** here', from: 4, to: 8 });
    expect(wrapped(bold.text, bold.from, bold.to, '**')).toEqual({ text: 'a word here', from: 2, to: 6 });
  });

  test('turns lines into a list, a numbered list, and back', () => {
    expect(lined('one\ntwo\nthree', 0, 7, '- ').text).toBe('- one\n- two\nthree');
    const numbered = lined('one\ntwo', 0, 7, '{n}. ');
    expect(numbered.text).toBe('1. one\n2. two');
    expect(lined(numbered.text, numbered.from, numbered.to, '{n}. ').text).toBe('one\ntwo');
  });
});

describe('images of a guide', () => {
  const GUIDE =
    'Open it.\n\n![The \\*switch\\* &#91;left&#93;](https://x.test/assets/a.png#width=240)\n![](/assets/b.png "B")';

  test('are parsed with their text and width, except in code', () => {
    const images = guideImages(`\`![no](/assets/n.png)\` ${GUIDE}\n\n~~~\n![no](/assets/n.png)\n~~~`);
    expect(images.map(({ alt, src, width }) => [alt, src, width])).toEqual([
      ['The *switch* [left]', 'https://x.test/assets/a.png', 240],
      ['', '/assets/b.png', undefined],
    ]);
  });

  test.each(['#width=20', '#width=9999', '#width=12x', '#top'])('do not accept %s as a width', (fragment) => {
    expect(guideImages(`![a](/assets/a.png${fragment})`)[0]?.width).toBeUndefined();
  });

  test('are changed in place with any text, and parsed back to the same text', () => {
    for (const alt of ['', 'Plain', 'a ](b) "c"', 'x & y &amp; z', '[in] `code` \\ <b>', 'عربي']) {
      for (const width of [undefined, 40, 1_600]) {
        const [, second] = guideImages(GUIDE);
        if (second === undefined) throw new Error('There are two images.');
        const text = withImage(`${GUIDE}\nAnd on.`, second, alt, width);
        expect(text.endsWith('\nAnd on.')).toBe(true);
        expect(guideImages(text)[1]).toMatchObject({ alt, src: '/assets/b.png', width });
        expect(guideImages(text)[0]).toMatchObject({ width: 240 });
      }
    }
  });
});
