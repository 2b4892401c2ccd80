// Candidates fit a budget of tokens in every language, and a model can say what it chose from.
import { expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { candidatesOf, chosenFrom, HOW_TO_CHOOSE, wasOffered } from '../../../src/doors/mcp/candidates.ts';
import { tokensOf } from '../../support/tokens.ts';
import { readyDocument } from '../../trails/catalog.ts';

/** A published trail with texts as long as a document may have. */
function rowWith(text: string, most = Number.POSITIVE_INFINITY) {
  const filled = (length: number) => [...text.repeat(length)].slice(0, Math.min(length, most)).join('');
  const examples = [1, 2, 3].map((n) => ({ text: `${n}. ${filled(400)}`, expect: 'no_match' as const }));
  const document = { ...readyDocument(filled(120)), trigger: { when: filled(600), keywords: [], examples } };
  return {
    ...{ catalog_id: newId(), trail_id: newId(), sort_order: 1, version: 1, published_at: '', skill_name: 'a' },
    prompt_names: '{}',
    ...{ document: JSON.stringify(document), visibility: 'all_teams' as const },
  };
}

test.each([
  ['English', 'A customer asks for money back after the fair and is waiting for a reply. '],
  ['German', 'Eine Rechnungsprüfung mit Lieferantenstammdaten und Überweisungsträgern steht an. '],
  ['Polish', 'Klient żąda zwrotu pieniędzy, ponieważ przesyłka nie dotarła na czas. '],
  ['Chinese', '客户要求退款，因为货物没有按时到达，需要礼貌地回复。'],
  ['Thai', 'ลูกค้าขอเงินคืนเพราะสินค้าไม่มาตามเวลา '],
  ['emoji', '🧑‍🔧🚑🧾'],
])('shows five candidates with %s texts in at most 600 tokens', (_, text) => {
  const rows = Array.from({ length: 5 }, () => rowWith(text));
  const ids = rows.map(({ trail_id }) => trail_id);
  const answer = {
    trail: null,
    may_fit: candidatesOf(rows),
    how_to_choose: HOW_TO_CHOOSE,
    chosen_from: chosenFrom(ids),
  };
  expect(answer.may_fit.map(({ id }) => id)).toEqual(ids);
  expect(tokensOf(JSON.stringify(answer))).toBeLessThanOrEqual(600);
});

test('shows texts of normal length in full, with examples of what a trail is not for', () => {
  const rows = Array.from({ length: 5 }, () => rowWith('Reply to a guest. ', 40));
  const [first] = candidatesOf(rows);
  expect(first?.when).toBe('Reply to a guest. Reply to a guest. Repl');
  expect(first?.not_for).toHaveLength(2);
});

test('recognizes a chosen trail among those it was offered with, and ignores anything else', () => {
  const ids = [newId(), newId(), newId()];
  const mark = chosenFrom(ids);
  for (const id of ids) expect([wasOffered(mark, id), wasOffered(mark.toUpperCase(), id)]).toEqual([true, true]);
  for (const other of [undefined, null, '', 7, 'find_trail', ids])
    expect(wasOffered(other, '01970000-0000-7000-8000-00000000abcd')).toBe(false);
});
