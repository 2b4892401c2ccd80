// Prompts in German, French and Spanish find English trails; English ones are read as they are.
import { describe, expect, it } from 'vitest';
import { judgedTrail } from '../src/judged-trail.ts';
import { lexicalJudge } from '../src/lexical-judge.ts';
import { fold } from '../src/text.ts';
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

  it('finds nothing where it is about something else', async () => {
    const found = await judge.find(
      { catalogs: [catalog], hidden: new Set() },
      'wie wird morgen das Wetter in den Bergen',
      { limit: 1, mayUse: () => true },
    );
    expect(found).toEqual([]);
  });
});

describe('the lists of other languages', () => {
  it.each(['de', 'fr', 'es'])('%s: every line is a term, a colon and words, and no term stands twice', (code) => {
    const lines = linesOf(`${code}.txt`);
    for (const line of lines) expect(line).toMatch(/^[a-z0-9_]+: [\p{Ll}0-9]+( [\p{Ll}0-9]+)*$/u);
    expect(new Set(lines.map((line) => line.split(':')[0])).size).toBe(lines.length);
  });

  it.each(['de', 'fr', 'es'])('%s: holds 1,500 words or more', (code) => {
    const words = linesOf(`${code}.txt`).flatMap((line) => (line.split(': ')[1] ?? '').split(' ').map(fold));
    expect(new Set(words).size).toBeGreaterThanOrEqual(1500);
  });
});
