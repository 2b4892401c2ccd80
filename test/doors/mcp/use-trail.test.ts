// use_trail: fills in a prompt, and gets missing values from a form that the person sees or from the model's questions.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishedTrail } from '../../support/published-trail.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { connect, type Era } from './mcp-client.ts';

let service: World;
let team: TestTeam;
let trail_id: string;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  service = await world();
  team = await service.team({ name: 'Acme' });
  trail_id = await publishedTrail(team.publisher.speaks, {
    ...readyDocument('Answer a refund request'),
    prompts: [
      { label: 'Draft the reply', body: 'Reply to {{customer_name}} about {{order_id}}. {{customer_name}}! \\{{x}}' },
      { label: 'Check the tone', body: 'Is this polite? {{reply}}' },
    ],
  });
});
afterAll(async () => {
  for (const close of closing) await close();
  await service.close();
});

interface Used {
  readonly prompt: string;
  readonly questions: readonly { readonly name: string; readonly question: string }[];
  readonly next?: string;
}
const employee = async (era: Era = 'modern') => {
  const caller = await connect(service.address, team.member.key, era);
  closing.push(caller.close);
  return caller;
};
const use = (args: object) => ({ trail_id, prompt: 'Draft the reply', ...args });

describe.each(['modern', 'legacy'] as const)('a %s client without forms', (era) => {
  test('gets the filled prompt, or questions about what is missing', async () => {
    const { call } = await employee(era);
    const values = { customer_name: 'Ann {{order_id}}', order_id: '7' };
    const filled = 'Reply to Ann {{order_id}} about 7. Ann {{order_id}}! {{x}}';
    expect(await call<Used>('use_trail', use({ values }))).toEqual({ prompt: filled, questions: [] });
    const { questions, next, prompt } = await call<Used>('use_trail', use({ values: { order_id: '7' } }));
    expect(questions).toEqual([{ name: 'customer_name', question: 'What should "customer name" be?' }]);
    expect(prompt).toContain('{{customer_name}} about 7');
    expect(next).toContain('call use_trail again');
    expect((await call<Used>('use_trail', use({}))).questions).toHaveLength(2);
  });

  test('gets a link to the page of the trail', async () => {
    const { client } = await employee(era);
    for (const [name, args] of [
      ['use_trail', use({})],
      ['get_trail', { trail_id: trail_id.toUpperCase() }],
    ] as const) {
      const { content } = await client.callTool({ name, arguments: { ...args } });
      expect(content[1]).toMatchObject({ type: 'resource_link', uri: `${service.baseUrl}/trails/${trail_id}` });
    }
  });
});

test('sends no link to clients of revisions without links', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_trail', arguments: { trail_id } } };
  const { body } = await team.member.speaks.post<{ result: { content: object[] } }>('/mcp', call);
  expect(body.result.content).toHaveLength(1);
});

test('finds a prompt by label in any case and by id, and lists the labels if there is none', async () => {
  const { call, refused } = await employee();
  const { document } = await call<{ document: { prompts: { id: string }[] } }>('get_trail', { trail_id });
  for (const prompt of [' check  the TONE', document.prompts[1]?.id])
    expect((await call<Used>('use_trail', use({ prompt, values: { reply: 'Go away' } }))).prompt).toBe(
      'Is this polite? Go away',
    );
  const { issues } = await refused('use_trail', use({ prompt: 'Send the reply' }));
  expect(issues?.map(({ message }) => message)).toEqual([
    'This trail has no such prompt. It has: "Draft the reply", "Check the tone".',
  ]);
});

test('takes any name for the prompt of a trail that has only one', async () => {
  const { call } = await employee();
  const id = await publishedTrail(team.publisher.speaks, readyDocument('Answer a complaint'));
  expect((await call<Used>('use_trail', { trail_id: id, prompt: 'the only one' })).questions).toHaveLength(2);
});

test('converts numbers, leaves out null, and reads values from JSON text', async () => {
  const { call } = await employee();
  const { prompt } = await call<Used>('use_trail', use({ values: { customer_name: 'Ann', order_id: 7 } }));
  expect(prompt).toContain('Ann about 7');
  const { questions } = await call<Used>('use_trail', use({ values: '{"customer_name":null,"order_id":7}' }));
  expect(questions.map(({ name }) => name)).toEqual(['customer_name']);
});

test('refuses values without a placeholder, and values that would make the prompt too long', async () => {
  const { refused } = await employee();
  expect((await refused('use_trail', use({ values: { __proto__x: '1' } }))).slug).toBe('validation');
  const values = { customer_name: 'x'.repeat(600_000), order_id: '7' };
  expect((await refused('use_trail', use({ values }))).detail).toContain('too long');
});

describe('a client that shows forms', () => {
  type Answer = { action: 'accept'; content: Record<string, string> } | { action: 'decline' | 'cancel' };
  async function answering(answer: Answer, capability: { url?: Record<string, never> } = {}) {
    const forms: { message: string; requestedSchema: { properties: object } }[] = [];
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: { elicitation: capability } },
    );
    client.setRequestHandler('elicitation/create', ({ params }) => {
      forms.push(params as (typeof forms)[number]);
      return answer;
    });
    const headers = { Authorization: `Bearer ${team.member.key}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), { requestInit: { headers } }),
    );
    closing.push(() => client.close());
    const called = async (args: object) =>
      (await client.callTool({ name: 'use_trail', arguments: { ...use(args) } })).structuredContent as unknown as Used;
    return { forms, called };
  }

  test('asks the person for missing values only, and fills them in', async () => {
    const { forms, called } = await answering({ action: 'accept', content: { customer_name: 'Ann', order_id: '9' } });
    const { prompt, questions } = await called({ values: { order_id: '7' } });
    expect(prompt).toBe('Reply to Ann about 7. Ann! {{x}}');
    expect(questions).toEqual([]);
    expect(forms).toMatchObject([
      {
        message: 'The prompt "Draft the reply" of the trail "Answer a refund request" needs these values.',
        requestedSchema: { properties: { customer_name: { type: 'string', title: 'customer name' } } },
      },
    ]);
    expect(Object.keys(forms[0]?.requestedSchema.properties ?? {})).toEqual(['customer_name']);
  });

  test('asks once: gaps that are left become questions, with another sentence', async () => {
    const partly = await answering({ action: 'accept', content: { order_id: '7', other: 'x' } });
    const { questions, next } = await partly.called({});
    expect(questions.map(({ name }) => name)).toEqual(['customer_name']);
    expect(next).toContain('left these values out');
    expect(partly.forms).toHaveLength(1);
    for (const action of ['decline', 'cancel'] as const) {
      const { called, forms } = await answering({ action });
      expect(await called({})).toMatchObject({ next, questions: [{}, {}] });
      expect(forms).toHaveLength(1);
    }
  });

  test('gets no form if nothing is missing or the client only opens addresses', async () => {
    const form = await answering({ action: 'decline' });
    await form.called({ values: { customer_name: 'Ann', order_id: '7' } });
    const opens = await answering({ action: 'decline' }, { url: {} });
    expect((await opens.called({})).questions).toHaveLength(2);
    expect([...form.forms, ...opens.forms]).toEqual([]);
  });
});
