// Tests the live trails of a catalog: which ones are near, and what edits change.
import { expect, it } from 'vitest';
import { centroidRows } from '../src/centroid-rows.ts';
import { DIMENSIONS } from '../src/encoder/transformer.ts';
import { featureReader } from '../src/features.ts';
import type { CatalogView } from '../src/judge.ts';
import { type JudgedTrail, judgedTrail } from '../src/judged-trail.ts';
import { lexicalJudge } from '../src/lexical-judge.ts';
import { type LiveCatalog, liveCatalog } from '../src/live-catalog.ts';
import type { Ranking } from '../src/prompt-ranking.ts';
import { statistics } from '../src/statistics.ts';
import { promptLine } from '../src/text.ts';
import { trailUnits } from '../src/trail-units.ts';
import { directionOf, lengthOf } from '../src/vectors.ts';

const trail = (id: string, title: string, examples: readonly string[] = []) =>
  judgedTrail(id, {
    title,
    trigger: { when: '', keywords: [], examples: examples.map((text) => ({ text, expect: 'match' as const })) },
  });
const everything = (): boolean => true;
const listing = (catalog: LiveCatalog, line: string, take = 9, admits: (id: string) => boolean = everything) =>
  catalog.listing(promptLine(line), take, admits).map((one) => one.trail.id);

function opened() {
  const read = featureReader();
  const catalog = liveCatalog(read, () => 4);
  const near = (text: string, take: number, admits: (id: string) => boolean = everything, hidden?: Set<string>) =>
    catalog.nearest(statistics(catalog).queryWeights(read.features(text)), take, admits, hidden);
  return { catalog, near };
}

it('returns the nearest trails with their approximate scores, the best first and ties by id', () => {
  const { catalog, near } = opened();
  catalog.upsert(trail('c', 'zebra'));
  catalog.upsert(trail('b', 'zebra'));
  catalog.upsert(trail('a', 'zebra quartz', ['zebra quartz lantern', 'quartz']));
  catalog.upsert(trail('d', 'lantern'));
  catalog.upsert(trail('e', 'unlike'));
  const found = near('zebra quartz', 3);
  expect(found.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(found.map(({ score }) => Math.round(score))).toEqual([2658, 783, 783]);
  expect(near('zebra quartz', 3, (id) => id !== 'a').map(({ id }) => id)).toEqual(['b', 'c']);
  expect(near('zebra', 1).map(({ id }) => id)).toEqual(['b']);
});

it('considers all trails near if there are at most as many as requested, and otherwise only those that share a word', () => {
  const { catalog, near } = opened();
  for (const id of ['a', 'b']) catalog.upsert(trail(id, 'zebra'));
  expect(near('lantern', 2).map(({ id, score }) => [id, score])).toEqual([
    ['a', 0],
    ['b', 0],
  ]);
  expect(near('lantern', 1)).toEqual([]);
});

it('does not count hidden or removed trails when it decides whether there are only a few', () => {
  const { catalog, near } = opened();
  for (const id of ['a', 'b', 'c']) catalog.upsert(trail(id, 'zebra'));
  const without = (take: number, ...hidden: string[]) =>
    near('lantern', take, (id) => !hidden.includes(id), new Set(hidden)).map(({ id }) => id);
  expect([without(2), without(1, 'b', 'c'), without(1, 'c')]).toEqual([[], ['a'], []]);
  catalog.remove('c');
  expect(without(2)).toEqual(['a', 'b']);
});

it('neither counts nor finds removed or replaced trails', () => {
  const { catalog } = opened();
  const word = featureReader().words('zebra')[0]?.feature ?? 0;
  const read = () => [catalog.size, catalog.counted, catalog.frequency(word), catalog.ids()];
  catalog.upsert(trail('a', 'zebra', ['the zebra']));
  catalog.upsert(trail('b', 'zebra', ['the zebra']));
  expect(read()).toEqual([2, 2, 2, ['a', 'b']]);
  expect(listing(catalog, 'the zebra')).toEqual(['a', 'b']);
  catalog.remove('a');
  expect(read()).toEqual([1, 1, 1, ['b']]);
  expect(listing(catalog, 'the zebra')).toEqual(['b']);
  catalog.upsert(trail('b', 'lantern'));
  expect(read()).toEqual([1, 1, 0, ['b']]);
  expect(listing(catalog, 'the zebra')).toEqual([]);
  expect([catalog.find('a'), catalog.find('b')?.trail.title]).toEqual([undefined, 'lantern']);
});

it('finds each of several trails that differ only in a number by its own example, and some trail for another number', () => {
  const judge = lexicalJudge({ encoder: null });
  const catalog = judge.emptyCatalog();
  for (let form = 1; form <= 30; form += 1)
    catalog.upsert(trail(`form-${form}`, `Form ${form}`, [`Help me to fill in form ${form}`]));
  const view = { catalogs: [catalog], hidden: new Set<string>() };
  const first = (text: string) => judge.rank(view, null, text).scored[0];
  for (let form = 1; form <= 30; form += 1) {
    const found = first(`help me to fill in form ${form}.`);
    expect([found?.indexed.trail.id, found?.listed]).toEqual([`form-${form}`, 'match']);
    expect(found?.confidence).toBeGreaterThan(0.9);
  }
  expect(first('help me to fill in form 77')?.listed).toBe('match');
});

it('weights words by the current trails', () => {
  const judge = lexicalJudge({ encoder: null });
  const catalog = judge.emptyCatalog();
  const view = { catalogs: [catalog], hidden: new Set<string>() };
  const others = ['b', 'c', 'd', 'e'].map((id) => trail(id, `zebra ${id}ird`));
  const confidence = () => judge.rank(view, null, 'a zebra in the rain').scored[0]?.confidence;
  catalog.upsert(trail('a', 'zebra lantern'));
  const alone = confidence();
  for (const other of others) catalog.upsert(other);
  const amongOthers = confidence();
  for (const other of others) catalog.remove(other.id);
  expect(confidence()).toBe(alone);
  expect(amongOthers).not.toBe(alone);
});

it('gives the same results after most trails were removed as if they had never existed', () => {
  const { catalog, near } = opened();
  const other = opened();
  catalog.upsert(trail('a', 'zebra lantern', ['the zebra']));
  other.catalog.upsert(trail('a', 'zebra lantern', ['the zebra']));
  for (let edit = 0; edit < 150; edit += 1) catalog.upsert(trail('b', `quartz ${edit}`));
  other.catalog.upsert(trail('b', 'quartz 149'));
  expect(near('zebra quartz', 1)).toEqual(other.near('zebra quartz', 1));
  expect(listing(catalog, 'the zebra')).toEqual(['a']);
});

it('considers all trails of a small catalog near, however often they were edited', () => {
  const { catalog, near } = opened();
  for (let edit = 0; edit < 50; edit += 1) catalog.upsert(trail('a', `zebra ${edit}`));
  catalog.upsert(trail('b', 'zebra'));
  expect(near('lantern', 2).map(({ id }) => id)).toEqual(['a', 'b']);
});

it('breaks ties in words or meaning by id, in any order of insertion', () => {
  const { catalog, near } = opened();
  const row = directionOf(Float64Array.from({ length: DIMENSIONS }, (_, at) => at + 1));
  const query = { row, length: lengthOf(row, 0) };
  for (const id of ['d', 'b', 'c', 'a']) {
    const added = trail(id, 'zebra');
    const units = trailUnits(added).length;
    catalog.upsert(
      added,
      Int8Array.from({ length: units * DIMENSIONS }, (_, at) => row[at % DIMENSIONS] ?? 0),
    );
  }
  expect(near('zebra', 2).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(catalog.alike(query, 2, everything).map(({ id }) => id)).toEqual(['a', 'b']);
});

it('computes the same similarity of a trail whatever other trails are added and removed', () => {
  const rows = centroidRows();
  const query = { row: new Int8Array(DIMENSIONS).fill(1), length: Math.sqrt(DIMENSIONS) };
  const ids = Array.from({ length: 40 }, (_, at) => `${at}`);
  for (const [at, id] of ids.entries()) {
    const row = Int8Array.from({ length: DIMENSIONS }, (_, place) => (place <= 12 * at ? 1 + (at % 9) : 0));
    rows.set(id, row, lengthOf(row, 0));
  }
  const likenesses = () => {
    const heard = new Map<string, number>();
    rows.compare(query, (id, likeness) => heard.set(id, likeness));
    return heard;
  };
  const before = likenesses();
  expect(new Set(before.values()).size).toBe(40);
  const gone = ids.filter((_, at) => at % 3 === 0 || at > 35);
  for (const id of gone) rows.remove(id);
  const left = [...before].filter(([id]) => !gone.includes(id));
  expect(new Map([...likenesses()].sort())).toEqual(new Map(left.sort()));
});

it('does not read trails that list a prompt both as a match and as a no-match, however many there are', () => {
  const reader = featureReader();
  let read = 0;
  const shared: typeof reader.shared = (texts) => {
    read += 1;
    return reader.shared(texts);
  };
  const catalog = liveCatalog({ ...reader, shared }, () => 4);
  const contrary = (id: string) =>
    judgedTrail(id, {
      title: 'Zebra',
      trigger: {
        when: '',
        keywords: [],
        examples: [
          { text: 'The zebra', expect: 'match' },
          { text: 'the  zebra', expect: 'no_match' },
          { text: 'the lantern', expect: 'match' },
        ],
      },
    });
  for (let n = 0; n < 30; n += 1) catalog.upsert(contrary(`t${n}`));
  read = 0;
  expect([listing(catalog, 'the zebra'), read]).toEqual([[], 0]);
  expect([listing(catalog, 'the lantern', 2), read]).toEqual([['t0', 't1'], 2]);
  catalog.remove('t0');
  expect(listing(catalog, 'the lantern', 2)).toEqual(['t1', 't10']);
});

it('yields after each step of a verdict that takes a whole slice', async () => {
  let now = 0;
  const judge = lexicalJudge({ encoder: null, now: () => (now += 1_000) });
  const catalog = judge.emptyCatalog();
  for (const id of ['b', 'c', 'd', 'e', 'f']) catalog.upsert(trail(id, `zebra ${id}ird`));
  await judge.ready();
  let [turns, isOver] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await judge.judge({ catalogs: [catalog], hidden: new Set() }, trail('a', 'zebra lantern'), ['a zebra in the rain']);
  isOver = true;
  expect(turns).toBeGreaterThan(3);
});

it('judges the rest of an interrupted run by the catalog at that time', async () => {
  let now = 0;
  // Each reading of the clock is one slice later, so that other work can run after each prompt.
  const judge = lexicalJudge({ encoder: null, now: () => (now += 1_000) });
  const catalog = judge.emptyCatalog();
  const view = { catalogs: [catalog], hidden: new Set<string>() };
  const subject = trail('a', 'zebra lantern');
  const prompts = ['a zebra in the rain', 'a zebra in the rain'];
  const others = ['b', 'c', 'd', 'e'].map((id) => trail(id, `zebra ${id}ird`));
  const [before] = await judge.judge(view, subject, prompts);
  // Runs in the first pause, after the comparison began.
  setImmediate(() => {
    for (const other of others) catalog.upsert(other);
  });
  const [, later] = await judge.judge(view, subject, prompts);
  const [after] = await judge.judge(view, subject, prompts);
  expect(later).toEqual(after);
  expect(later).not.toEqual(before);
  const stopped = new AbortController();
  stopped.abort(new Error('gone'));
  await expect(judge.judge(view, subject, prompts, stopped.signal)).rejects.toThrow('gone');
});

it('returns the ranking of the current catalog if the catalog changed during the ranking', async () => {
  let now = 0;
  const judge = lexicalJudge({ encoder: null, now: () => (now += 1_000) });
  const catalog = judge.emptyCatalog();
  const view = { catalogs: [catalog], hidden: new Set<string>() };
  for (const id of ['b', 'c', 'd']) catalog.upsert(trail(id, `zebra ${id}ird`));
  await judge.ready();
  const order = (ranking: Ranking) => ranking.scored.map(({ indexed, confidence }) => [indexed.trail.id, confidence]);
  const before = order(judge.rank(view, null, 'a zebra in the rain'));
  const asked = judge.rankInTurns(view, 'a zebra in the rain');
  setImmediate(() => catalog.upsert(trail('a', 'zebra in the rain')));
  const found = order(await asked);
  expect(found).toEqual(order(judge.rank(view, null, 'a zebra in the rain')));
  expect(found).not.toEqual(before);
});

it('retries on the next call after opening failed', () => {
  let reports = 0;
  const judge = lexicalJudge({
    encoder() {
      throw new Error('damaged');
    },
    reportDamage() {
      if (reports++ === 0) throw new Error('the log is full');
    },
  });
  expect(() => judge.emptyCatalog()).toThrow('the log is full');
  expect([judge.emptyCatalog().size, judge.meaning, reports]).toEqual([0, undefined, 2]);
});

it('compares a trail that shares a rare keyword with the prompt, however many trails are nearer', () => {
  const judge = lexicalJudge({ encoder: null });
  const compared = (holders: number): string[] => {
    const catalog = judge.emptyCatalog();
    for (let number = 0; number < 8; number++) catalog.upsert(trail(`near ${number}`, 'Order paper for the printer'));
    for (let number = 1; number <= holders; number++) {
      const when = 'Somebody waits on the quay for a ship with lamps, chairs, carpets and a piano.';
      catalog.upsert(judgedTrail(`named ${number}`, { title: 'Piano', trigger: { when, keywords: ['quartz'] } }));
    }
    const { scored } = judge.rank(
      { catalogs: [catalog], hidden: new Set() },
      null,
      'order paper for the quartz printer',
    );
    return scored.map(({ indexed }) => indexed.trail.id).filter((id) => id.startsWith('named'));
  };
  expect([1, 2, 3].map((holders) => compared(holders).length)).toEqual([1, 2, 0]);
});

it('gives every state of every catalog a different edition number', () => {
  const judge = lexicalJudge({ encoder: null });
  const catalogs = [judge.emptyCatalog(), judge.emptyCatalog()];
  const seen = new Set<number>();
  const look = (): void => {
    for (const { edition } of catalogs) seen.add(edition);
  };
  look();
  for (const catalog of catalogs) {
    catalog.upsert(trail('a', 'zebra'));
    look();
    catalog.remove('a');
    look();
  }
  expect(seen.size).toBe(6);
});

it('weights words by a reloaded catalog, not by the one that it replaced', () => {
  const judge = lexicalJudge({ encoder: null });
  const withTitles = (titles: readonly string[]): LiveCatalog => {
    const catalog = judge.emptyCatalog();
    for (const [at, title] of titles.entries()) catalog.upsert(trail(`${title} ${at}`, title));
    return catalog;
  };
  const own = withTitles(['zebra lantern']);
  const confidence = (...catalogs: readonly LiveCatalog[]) =>
    judge.rank({ catalogs, hidden: new Set() }, null, 'a zebra in the rain').scored[0]?.confidence;
  const quartz = confidence(own, withTitles(['quartz', 'quartz', 'quartz']));
  const zebras = confidence(own, withTitles(['zebra quartz', 'zebra quartz', 'zebra quartz']));
  expect(zebras).not.toBe(quartz);
  expect(zebras).toBe(confidence(withTitles(['zebra lantern']), withTitles(Array(3).fill('zebra quartz'))));
});

it('weights the words of a draft by the catalogs in the view, like those of live trails', () => {
  const judge = lexicalJudge({ encoder: null });
  const [one, more] = [judge.emptyCatalog(), judge.emptyCatalog()];
  one.upsert(trail('a', 'zebra lantern'));
  for (const id of ['b', 'c', 'd']) more.upsert(trail(id, 'zebra'));
  const hidden = new Set(['b', 'c', 'd']);
  const draft = trail('draft', 'a zebra');
  const alone = judge.rank({ catalogs: [one], hidden }, draft, 'zebra in the rain').scored;
  const beside = judge.rank(
    { catalogs: [one, more], hidden, measuredBy: { catalogs: [one], hidden } },
    draft,
    'zebra in the rain',
  ).scored;
  expect(beside.map(({ confidence }) => confidence)).toEqual(alone.map(({ confidence }) => confidence));
});

const ranked = (
  judge: ReturnType<typeof lexicalJudge>,
  view: CatalogView,
  prompt: string,
  draft: JudgedTrail | null = null,
) => judge.rank(view, draft, prompt).scored.map((one) => [one.indexed.trail.id, one.confidence, one.signals.centroid]);

it('gives a reader with hidden trails the result of a catalog without these trails', () => {
  const judge = lexicalJudge({ encoder: null });
  const [whole, visible] = [judge.emptyCatalog(), judge.emptyCatalog()];
  const own = [trail('a', 'zebra lantern'), trail('b', 'quartz lantern'), trail('c', 'amber sail')];
  const restricted = Array.from({ length: 20 }, (_, at) => trail(`r${at}`, 'zebra plan', ['the secret zebra']));
  for (const one of own) for (const catalog of [whole, visible]) catalog.upsert(one);
  for (const one of restricted) whole.upsert(one);
  const hidden = new Set(restricted.map(({ id }) => id));
  const few = { catalogs: [visible], hidden: new Set<string>() };
  const many = { catalogs: [whole], hidden };
  for (const prompt of ['a secret zebra in the rain', 'lantern', 'amber quartz', 'nothing of it']) {
    expect(ranked(judge, many, prompt), prompt).toEqual(ranked(judge, few, prompt));
    for (const draft of [trail('a', 'zebra sail'), trail('r1', 'amber zebra'), trail('new', 'secret quartz')]) {
      expect(ranked(judge, many, prompt, draft), prompt).toEqual(ranked(judge, few, prompt, draft));
    }
  }
  // The result depends only on the trails that a reader sees, not on earlier readers.
  const none = { catalogs: [whole], hidden: new Set<string>() };
  const half = { catalogs: [whole], hidden: new Set([...hidden].slice(10)) };
  const zebra = (view: CatalogView) => ranked(judge, view, 'a zebra and a lantern').find(([id]) => id === 'a');
  const answers = [none, half, many].map(zebra);
  expect([many, none, half].map(zebra)).toEqual([answers[2], answers[0], answers[1]]);
  expect(new Set(answers.map((one) => one?.[1])).size).toBe(3);
  whole.upsert(trail('r1', 'lantern'));
  expect(zebra(many)).toEqual(answers[2]);
  whole.upsert(trail('d', 'lantern zebra'));
  visible.upsert(trail('d', 'lantern zebra'));
  expect(zebra(many)).toEqual(zebra(few));
});

/** A catalog that counts how often texts are read closely and how often for their terms. */
function counted() {
  const read = featureReader();
  const readings = { close: 0, terms: 0 };
  const counting = {
    ...read,
    shared(texts: readonly string[]) {
      readings.close++;
      return read.shared(texts);
    },
    terms(texts: readonly string[]) {
      readings.terms++;
      return read.terms(texts);
    },
  };
  return { catalog: liveCatalog(counting, () => 4), readings };
}

it('reads only the first few trails closely, by id, however many list the prompt', () => {
  const { catalog, readings } = counted();
  for (let number = 99; number >= 10; number--) catalog.upsert(trail(`${number}`, 'zebra', ['the zebra']));
  expect(listing(catalog, 'the zebra', 2)).toEqual(['10', '11']);
  expect(listing(catalog, 'the zebra', 3, (id) => id > '10')).toEqual(['11', '12', '13']);
  expect(readings.close).toBe(4);
});

it('compares six of the trails that list the exact prompt, however many catalogs there are', () => {
  const judge = lexicalJudge({ encoder: null });
  const catalogs = ['a', 'b'].map((prefix) => {
    const catalog = judge.emptyCatalog();
    for (let number = 0; number < 8; number++) catalog.upsert(trail(`${prefix}${number}`, 'zebra', ['the zebra']));
    return catalog;
  });
  const { scored } = judge.rank({ catalogs, hidden: new Set() }, null, 'the zebra');
  expect(scored.map(({ indexed, listed }) => [indexed.trail.id, listed])).toEqual(
    [0, 1, 2, 3, 4, 5].map((number) => [`a${number}`, 'match']),
  );
});

it('counts a prompt as listed only if the trail has it as a match and not also as a no-match', () => {
  const { catalog } = opened();
  const both = { text: 'The zebra!', expect: 'match' as const };
  const against = { text: 'the zebra', expect: 'no_match' as const };
  catalog.upsert({ ...trail('a', 'zebra'), examples: [both, against] });
  catalog.upsert({ ...trail('b', 'zebra'), examples: [against] });
  catalog.upsert({ ...trail('c', 'zebra'), examples: [both, both] });
  expect(listing(catalog, 'the zebra')).toEqual(['c']);
  catalog.remove('c');
  expect(listing(catalog, 'the zebra')).toEqual([]);
});

it('never reads the texts of other trails on an edit, however many there were', () => {
  const { catalog, readings } = counted();
  const others = 20;
  for (let number = 0; number < others; number++) catalog.upsert(trail(`other ${number}`, 'zebra lantern'));
  for (let edit = 0; edit < 500; edit++) catalog.upsert(trail('edited', `quartz ${edit}`));
  // Each edit reads the old and the new version.
  expect(readings.terms).toBe(others + 2 * 500 - 1);
});

it('shares one cache of read trails between all catalogs of a judge, so that its memory does not grow with them', () => {
  const judge = lexicalJudge({ encoder: null, readingBytes: 10_000_000 });
  const catalogs = [judge.emptyCatalog(), judge.emptyCatalog(), judge.emptyCatalog()];
  const read = catalogs.map((catalog) => {
    for (let number = 0; number < 1_500; number++) catalog.upsert(trail(`${number}`, 'zebra'));
    return catalog.ids().map((id) => catalog.find(id));
  });
  const [[first] = []] = read;
  expect(catalogs[0]?.find('0')).not.toBe(first);
  expect(catalogs[2]?.find('1499')).toBe(read[2]?.[1_499]);
});
