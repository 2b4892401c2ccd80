// Texts in every script and Unicode form. Spellings that readers consider equal are equal, and no others are. No result
// contains half a character.
import { describe, expect, it } from 'vitest';
import { askWindows } from '../src/ask-windows.ts';
import { judgedTrail } from '../src/judged-trail.ts';
import { lexicalJudge } from '../src/lexical-judge.ts';
import { tokenLine, tokens } from '../src/text.ts';
import { trailUnits } from '../src/trail-units.ts';

/** A letter of two UTF-16 units, as in some names and scripts. */
const ASTRAL = '𠮷';

describe('tokens', () => {
  it.each([
    ['PDFを要約して', ['pdf', 'を要', '要約', '約し', 'して']],
    ['用Excel製作報表', ['用', 'excel', '製作', '作報', '報表']],
    ['ส่งemailให้ลูกค้า', tokens('ส่ง email ให้ลูกค้า')],
    ['メール', ['メー', 'ール']],
    [`${ASTRAL}野家`, [`${ASTRAL}野`, '野家']],
    [ASTRAL.repeat(2), [ASTRAL.repeat(2)]],
  ])('of "%s" are %j: a token ends where a script without spaces begins or ends', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  it.each([
    ['a soft hyphen', 'remin\u00adder'],
    ['a zero-width space', 'remin\u200bder'],
    ['a byte order mark', '\ufeffremin\ufeffder'],
    ['joiners', 'remin\u200d\u200cder\u2060'],
    ['direction marks', '\u202bremin\u200eder\u202c'],
    ['a variation selector', 'reminder\ufe0f'],
    ['letters in bold', '𝐫𝐞𝐦𝐢𝐧𝐝𝐞𝐫'],
    ['accents', 'rémíndër'],
  ])('are the same with and without %s', (_, text) => {
    expect(tokenLine(text)).toBe('reminder');
  });

  it.each([
    ['the vowels of Hindi', 'काम', 'कम'],
    ['the vowels of Thai', 'กิน', 'กัน'],
    ['the voicing of kana', 'ガス', 'カス'],
  ])('distinguish words that differ in %s', (_, one, other) => {
    expect(tokenLine(one)).not.toBe(tokenLine(other));
    expect(tokenLine(one)).toBe(one.normalize('NFC'));
  });

  it.each([
    ['كَتَبَ', 'كتب'],
    ['שָׁלוֹם', 'שלום'],
    ['й', 'и'],
    ['Ελλάδα', 'ελλαδα'],
  ])('of %s have no diacritics: %s', (pointed, plain) => {
    expect(tokenLine(pointed)).toBe(plain);
  });

  it('have at most forty UTF-16 units, and are never cut inside a character', () => {
    const [long = ''] = tokens(`a${'𞤀'.repeat(30)}`);
    expect([long.length, long.isWellFormed()]).toEqual([39, true]);
    expect(tokens('a'.repeat(1_000_000))).toEqual(['a'.repeat(40)]);
  });
});

it("never splits a character at the edge of a window or of a trail's text", () => {
  for (const before of ['', 'x']) {
    const endless = `${before}${ASTRAL.repeat(700)}`;
    const { windows } = askWindows(endless);
    expect(windows.length).toBeGreaterThan(0);
    const units = trailUnits(judgedTrail('a', { title: endless }));
    for (const text of [...windows, ...units.map((unit) => unit.text)]) expect(text.isWellFormed()).toBe(true);
  }
});

describe('a verdict', () => {
  const judge = lexicalJudge({ encoder: null });
  const trail = judgedTrail('a', {
    title: 'Résumé à vérifier',
    description: 'é'.repeat(400),
    trigger: {
      when: `${ASTRAL}野家の請求書`,
      keywords: ['वेतन पर्ची', 'ใบแจ้งหนี้'],
      examples: [{ text: 'vérifie le résumé déjà envoyé', expect: 'match' }],
    },
  });
  const verdictOn = async (prompt: string, form: 'NFC' | 'NFD' = 'NFC') => {
    const catalog = judge.emptyCatalog();
    const given = JSON.parse(JSON.stringify(trail).normalize(form)) as typeof trail;
    const view = { catalogs: [catalog], hidden: new Set<string>() };
    const [verdict] = await judge.judge(view, given, [prompt.normalize(form)]);
    return { ...verdict, candidates: undefined, reason: verdict?.reason.normalize('NFC') };
  };

  it.each([
    'vérifie le résumé que j’ai envoyé',
    'vérifié '.repeat(45),
    `Voilà. ${'déjà vérifié '.repeat(30)}. Vérifie le résumé.`,
    '請求書を書く',
    'वेतन पर्ची चाहिए',
  ])('is the same for composed and decomposed characters: %s', async (prompt) => {
    expect(await verdictOn(prompt, 'NFD')).toEqual(await verdictOn(prompt, 'NFC'));
  });

  it.each([`${ASTRAL}野家`, `${ASTRAL}野家の請求書`, '🙂👩‍👩‍👧 请求书', '\u200b', '🙂', 'the of and', '…'])(
    'on "%s" has a sentence and a confidence',
    async (prompt) => {
      const { confidence = Number.NaN, reason = '' } = await verdictOn(prompt);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
      expect(reason.isWellFormed()).toBe(true);
    },
  );
});
