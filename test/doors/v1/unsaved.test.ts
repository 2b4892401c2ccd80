// Runs the examples of a document that is not a trail yet.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSession } from '../../../src/identity/sessions.ts';
import type { RunExamplesResource } from '../../../src/surfacing/surfacing-shapes.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import { type Problem, slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';

const PATH = '/manage/v1/run-examples';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const examples = [
  { text: 'Customer wants their money back', expect: 'match' },
  { text: 'Summarise the minutes of our weekly meeting', expect: 'no_match' },
];
const withExamples = (title: string) => {
  const document = readyDocument(title);
  return { ...document, trigger: { ...document.trigger, examples } };
};

test('judges each example among the live trails, and stores nothing', async () => {
  const { speaks } = (await service.team()).publisher;
  const document = withExamples('Answer a refund request');
  const alone = await speaks.post<RunExamplesResource>(PATH, { document });
  expect(alone.status).toBe(200);
  expect(alone.body).toMatchObject({ all_pass: true, results: [{ would_surface: true }, { would_surface: false }] });
  expect((await speaks.get<{ items: object[] }>('/v1/trails')).body.items).toEqual([]);
  // The same trail, once live, takes the prompt from a weaker copy.
  await publishedTrail(speaks, document);
  const copy = { ...document, title: 'Water the plants', description: '', trigger: { examples } };
  const beside = await speaks.post<RunExamplesResource>(PATH, { document: copy });
  expect(beside.body).toMatchObject({ all_pass: false, results: [{ would_surface: false }, {}] });
});

test('ignores live trails of another workspace', async () => {
  const neighbour = (await service.team()).publisher.speaks;
  const theirs = await publishedTrail(neighbour, withExamples('Refund'));
  const { speaks } = (await service.team()).publisher;
  const own = await speaks.post<RunExamplesResource>(PATH, { document: withExamples('Refund') });
  expect(own.body.all_pass).toBe(true);
  expect(JSON.stringify(own.body)).not.toContain(theirs);
});

test('accepts a session of the command line, and refuses an invalid one', async () => {
  const team = await service.team();
  const session = { team_id: team.team_id, account_id: team.publisher.id, kind: 'cli' } as const;
  const { token } = await service.app.database.inTransaction((tx) => createSession(tx, session, service.clock()));
  const document = withExamples('Refund');
  expect((await service.bearer(token).post(PATH, { document })).status).toBe(200);
  const inLowerCase = { Authorization: `bearer  ${token}` };
  expect((await service.anyone.post(PATH, { document }, inLowerCase)).status).toBe(200);
  const another = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
  expect((await service.bearer(another).post(PATH, { document })).status).toBe(401);
});

test.each([
  ['a missing document', {}, 422, 'document'],
  ['an invalid document', { document: 'text' }, 422, 'document'],
  ['an overlong field', { document: { title: 'x'.repeat(10_000) } }, 422, 'title'],
  ['an unknown field', { document: { title: 'x' }, more: 1 }, 422, 'more'],
])('refuses %s, and names the field', async (_name, body, status, field) => {
  const { speaks } = (await service.team()).author;
  const refused = await speaks.post<{ issues: { field: string }[] }>(PATH, body);
  expect([refused.status, refused.body.issues[0]?.field]).toEqual([status, field]);
});

test('refuses a document without examples, and callers who are not allowed to write', async () => {
  const team = await service.team();
  const none = await team.author.speaks.post<Problem>(PATH, { document: { title: 'Nothing to try' } });
  expect([none.status, slugOf(none)]).toEqual([422, 'unprocessable']);
  expect((await service.anyone.post(PATH, { document: withExamples('Refund') })).status).toBe(401);
});
