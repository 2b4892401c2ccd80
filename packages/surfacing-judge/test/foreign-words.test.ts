// Prompts in German, French and Spanish find English trails, and English prompts stay unchanged.
import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { keptEncoder } from '../../../bench/judge/kept-vectors.ts';
import { builtEncoder, type SentenceEncoder } from '../src/encoder/sentence-encoder.ts';
import { featureReader } from '../src/features.ts';
import { wordTranslator } from '../src/foreign-words.ts';
import { judgedTrail } from '../src/judged-trail.ts';
import { lexicalJudge } from '../src/lexical-judge.ts';
import { meaning } from '../src/meaning.ts';
import { atOnce } from '../src/steps.ts';
import { fold, tokens } from '../src/text.ts';
import { linesOf } from '../src/word-lists.ts';

const judge = lexicalJudge({ encoder: null });
const catalog = judge.emptyCatalog();
const TRAILS: Readonly<Record<string, readonly string[]>> = {
  'Remind a customer to pay': ['write a payment reminder for an overdue invoice', 'chase an unpaid invoice'],
  'Write a job advert': ['write a job advert for a new position', 'draft a job posting'],
  'Write minutes of a meeting': ['write minutes from my meeting notes', 'summarize the decisions of a meeting'],
  'Reject an applicant': ['write a friendly rejection to an applicant', 'decline a candidate after the interview'],
  'Answer a complaint': ['reply to a complaint of an angry customer', 'write an apology for a late delivery'],
  'Write a press release': ['draft a press release about a new product', 'write a press announcement'],
};
for (const [title, match] of Object.entries(TRAILS)) {
  const examples = match.map((text) => ({ text, expect: 'match' as const }));
  catalog.upsert(judgedTrail(title, { title, trigger: { examples } }));
}
const first = (prompt: string): string | undefined =>
  judge.rank({ catalogs: [catalog], hidden: new Set() }, null, prompt).scored[0]?.indexed.trail.id;

describe('a prompt in another language', () => {
  it.each([
    ['Schreibe eine Mahnung an einen Kunden mit überfälliger Rechnung', 'Remind a customer to pay'],
    ['Kannst du mir eine Stellenanzeige für eine neue Stelle formulieren?', 'Write a job advert'],
    ['fasse meine Besprechungsnotizen als Protokoll zusammen', 'Write minutes of a meeting'],
    ['freundliche Absage an einen Bewerber nach dem Vorstellungsgespräch', 'Reject an applicant'],
    ['Antworte auf die Beschwerde eines verärgerten Kunden', 'Answer a complaint'],
    ['Pressemitteilung zur Markteinführung unseres neuen Produkts', 'Write a press release'],
    ['Rédige une relance pour une facture impayée du client', 'Remind a customer to pay'],
    ["écris une offre d'emploi pour un nouveau poste", 'Write a job advert'],
    ['fais le compte rendu de la réunion à partir de mes notes', 'Write minutes of a meeting'],
    ['un refus aimable pour un candidat après son entretien', 'Reject an applicant'],
    ['réponds à la réclamation d’un client mécontent', 'Answer a complaint'],
    ['rédiger un communiqué de presse sur notre nouveau produit', 'Write a press release'],
    ['Escribe un recordatorio de pago por una factura vencida', 'Remind a customer to pay'],
    ['redacta un anuncio de empleo para un nuevo puesto', 'Write a job advert'],
    ['haz el acta de la reunión con mis apuntes', 'Write minutes of a meeting'],
    ['un rechazo amable para un candidato después de la entrevista', 'Reject an applicant'],
    ['responde a la queja de un cliente enfadado', 'Answer a complaint'],
    ['escribir una nota de prensa sobre un producto nuevo', 'Write a press release'],
    ['Eine Maßnahme gegen überfällige Rechnungen: Zahlungserinnerung', 'Remind a customer to pay'],
    ['Bitte die Rejection Mail für den Kandidaten schreiben', 'Reject an applicant'],
  ])('"%s" finds "%s"', (prompt, title) => {
    expect(first(prompt)).toBe(title);
  });

  it('finds no trail if it is about something else', async () => {
    const found = await judge.find(
      { catalogs: [catalog], hidden: new Set() },
      'wie wird morgen das Wetter in den Bergen',
      { limit: 1, mayUse: () => true },
    );
    expect(found).toEqual([]);
  });
});

// Short office prompts (names, product words, typos, no capitals), written before the rule was tested on them.
describe('the language of a short prompt', () => {
  const reader = featureReader();
  const kept = keptEncoder();
  const encoder = kept.encoder ?? undefined;
  afterAll(() => kept.keep());
  const promptsIn = (code: string): string[] =>
    readFileSync(new URL(`prompts/${code}.txt`, import.meta.url), 'utf8')
      .trim()
      .split('\n');

  it.each([
    ['en', 0],
    ['de', 13],
    ['fr', 10],
    ['es', 2],
  ])('%s: is mistaken for English, or English for another language, at most %i times', (code, most) => {
    const misread = promptsIn(code).filter((prompt) => reader.isForeign(prompt) === (code === 'en'));
    expect(misread.length, misread.join(' | ')).toBeLessThanOrEqual(most);
  });

  it.runIf(encoder !== undefined).each([
    ['en', 195, 212],
    ['de', 0, 6],
    ['fr', 0, 7],
    ['es', 0, 0],
  ])('%s: encodes between %i and %i prompts without translating them', (code, least, most) => {
    if (encoder === undefined) return;
    const { query } = meaning(encoder, reader);
    const encoded = promptsIn(code).filter((prompt) => query(prompt)?.isTranslated === false);
    expect(encoded.length, encoded.join(' | ')).toBeGreaterThanOrEqual(least);
    expect(encoded.length, encoded.join(' | ')).toBeLessThanOrEqual(most);
  });

  it.runIf(encoder !== undefined).each(['de', 'fr', 'es'])(
    '%s: translates at least half of the prompts into English',
    (code) => {
      if (encoder === undefined) return;
      const { query } = meaning(encoder, reader);
      const translated = promptsIn(code).filter((prompt) => query(prompt)?.isTranslated === true);
      expect(translated.length).toBeGreaterThanOrEqual(50);
    },
  );

  it('is recognized by words that exist in one language only, not by shared words, names or numbers', () => {
    for (const text of ['demande de congé', 'danke an das team', 'plan de proyecto']) {
      expect(reader.isForeign(text), text).toBe(true);
    }
    for (const text of ['plan for the client', 'note 4471', 'die cut order', 'intro mail for marco de luca']) {
      expect(reader.isForeign(text), text).toBe(false);
    }
  });
});

describe('the meaning of a prompt in another language', () => {
  /** Encodes every text and knows every word. */
  const encoded: string[] = [];
  const encoder: SentenceEncoder = {
    isWord: () => true,
    pieces: Object.assign(() => [], { isPiece: () => true }),
    encode(text) {
      encoded.push(text);
      return new Float32Array(512).fill(text.length);
    },
  };
  const { query, trail } = meaning(encoder, featureReader());
  beforeEach(() => {
    encoded.length = 0;
  });

  it('is encoded once, from its English translation', () => {
    expect(query('Eine Rechnung für den Kunden')?.isTranslated).toBe(true);
    expect(query('Eine Rechnung für den Kunden')?.isTranslated).toBe(true);
    expect(encoded).toEqual(['a invoice for the customer']);
    expect(query('an invoice for the customer')?.isTranslated).toBe(false);
    expect(encoded).toEqual(['a invoice for the customer', 'an invoice for the customer']);
  });

  it('is not computed if fewer than seven in ten words are known', () => {
    const known = 'die rechnung und die mahnung an den kunden';
    // In these texts, seven of ten and eight of twelve words are known.
    expect(query('die rechnung und die mahnung an den zzk zzl zzm')?.isTranslated).toBe(true);
    expect(query(`${known} zzk zzl zzm zzn`)).toBeUndefined();
    expect(query(`${known} invoice zzk zzl zzm`)?.isTranslated).toBe(true);
  });

  it('applies to prompts only: the texts of a trail in another language have no meaning', () => {
    const german = judgedTrail('a', { title: 'Mahnung schreiben', trigger: { keywords: ['Rechnung'] } });
    expect(trail(german).every((number) => number === 0)).toBe(true);
    expect(encoded).toEqual([]);
  });
});

describe('a prompt in another language among trails in two languages', () => {
  const encoder = builtEncoder();
  const own = lexicalJudge({ encoder: encoder ?? null });
  const signalsOf = (texts: readonly (readonly [title: string, when: string, ...keywords: string[]])[]) => {
    const trails = own.emptyCatalog();
    for (const [title, when, ...keywords] of texts) {
      const trail = judgedTrail(title, { title, trigger: { when, keywords } });
      trails.upsert(trail, own.meaning?.trail(trail) ?? null);
    }
    const { scored } = own.rank({ catalogs: [trails], hidden: new Set() }, null, 'eine Mahnung an den Kunden');
    return scored.map(({ signals }) => signals.meaning !== null);
  };
  const ENGLISH = ['Call a customer', 'A customer waits'] as const;

  it.runIf(encoder !== undefined)('is compared by meaning if all trails are English, otherwise by words', () => {
    expect(signalsOf([['Write a reminder', 'An invoice is open'], ENGLISH])).toEqual([true, true]);
    expect(signalsOf([['Mahnung schreiben', 'Eine Rechnung ist offen'], ENGLISH])).toEqual([false, false]);
    expect(signalsOf([['Mahnung schreiben', 'An invoice is open'], ENGLISH])).toEqual([true, true]);
    expect(signalsOf([['Mahnung schreiben', 'An invoice is open', 'Rechnung'], ENGLISH])).toEqual([false, false]);
  });
});

describe('a word in another language', () => {
  const translate = atOnce(wordTranslator(() => false));

  it('has the meaning listed for it, not the one listed for a word with the same stem', () => {
    expect(['angebot', 'angebots', 'angebote'].map((word) => translate([word]))).toEqual([
      [['quote']],
      [['offer']],
      [['quote']],
    ]);
  });

  it.each([
    ["je suis d'accord pour demain", ['ok'], ['agreement', 'nda']],
    ["un protocole d'accord avec le client", ['contract'], ['ok']],
    ['rédige un accord de confidentialité', ['nda'], ['ok', 'agreement']],
    ["n'importe quel jour me convient", ['any'], ['import']],
    ['les travaux sont en cours', ['now'], ['course', 'lesson']],
    ['estoy de acuerdo con ustedes', ['ok'], ['agreement', 'nda']],
    ['redacta un acuerdo de confidencialidad', ['nda'], ['agreement']],
    ['sin embargo no quiero nada', ['but'], ['sanction']],
    ['está en curso desde ayer', ['now'], ['training']],
    ["l'accord avec le syndicat", ['agreement'], ['ok']],
  ])('has another meaning next to certain words: "%s"', (text, present, absent) => {
    const words = translate(tokens(text)).flat();
    expect(words).toEqual(expect.arrayContaining([...present]));
    for (const word of absent) expect(words).not.toContain(word);
  });

  it('keeps one position per token, whatever it means', () => {
    for (const text of ["d'accord", 'mise à jour', 'demain, de acuerdo'])
      expect(translate(tokens(text)).length).toBe(tokens(text).length);
  });

  it('is split only into parts of at least four letters', () => {
    const known = ['planmahnung', 'baumahnung', 'mahnungsplan', 'mahnungsbau'].map((word) => translate([word])[0]?.[0]);
    expect(known.map((word, at) => word === ['planmahnung', 'baumahnung', 'mahnungsplan', 'mahnungsbau'][at])).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('is read in the language that knows most of the text, or in the first one on a tie', () => {
    const read = (...words: string[]) => translate(words).map(([term], at) => term !== words[at]);
    expect(read('mahnung', 'relance')).toEqual([true, false]);
    expect(read('relance', 'mahnung')).toEqual([false, true]);
    expect(read('mahnung', 'relance', 'facture')).toEqual([false, true, true]);
  });
});

describe('the word lists of other languages', () => {
  it.each(['de', 'fr', 'es'])('%s: every line has a term, a colon and words, and no term occurs twice', (code) => {
    const lines = linesOf(`${code}.txt`);
    for (const line of lines) expect(line).toMatch(/^[a-z0-9_]+: [\p{Ll}0-9]+([ _][\p{Ll}0-9]+)*$/u);
    expect(new Set(lines.map((line) => line.split(':')[0])).size).toBe(lines.length);
  });

  it.each(['de', 'fr', 'es'])('%s: contains at least 1,500 words', (code) => {
    const words = linesOf(`${code}.txt`).flatMap((line) => (line.split(': ')[1] ?? '').split(' ').map(fold));
    expect(new Set(words).size).toBeGreaterThanOrEqual(1500);
  });
});
