// Responses of the protocol library to invalid parameters, and what is reported to the client.
import { expect, test } from 'vitest';
import { withInvalidParams } from '../../../src/doors/mcp/invalid-params.ts';

const answerOf = (message: string, code = -32_603): Buffer =>
  Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 7, error: { code, message } }));
const told = (answer: Buffer): unknown => JSON.parse(withInvalidParams(answer).toString());
const finding = (at: number) => ({ path: ['arguments', at], message: `Is wrong` });

test('names each error by its position, with params as the root, and keeps the rest of the response', () => {
  const findings = [{ path: [], message: 'Expected object' }, finding(0)];
  expect(told(answerOf(JSON.stringify(findings)))).toEqual({
    ...{ jsonrpc: '2.0', id: 7 },
    error: {
      code: -32_602,
      message: 'Fix the parameters. params: Expected object. arguments.0: Is wrong.',
    },
  });
});

test.each([
  [1, 1],
  [10, 10],
  [11, 10],
])('names, of %i errors, %i', (count, names) => {
  const findings = Array.from({ length: count }, (_, at) => finding(at));
  const { error } = told(answerOf(JSON.stringify(findings))) as { error: { message: string } };
  expect(error.message.match(/arguments\.\d+/g)).toHaveLength(names);
});

test.each<readonly [string, string]>([
  ['a sentence', 'Something went wrong on our side.'],
  ['no error', '[]'],
  ['an object', '{"path":[],"message":"x"}'],
  ['a text', '"path"'],
  ...[null, 'x', {}, { path: 'x', message: 'x' }, { path: [] }, { message: 'x' }, { path: [], message: 1 }].map(
    (other) => [`a finding beside ${JSON.stringify(other)}`, JSON.stringify([finding(0), other])] as const,
  ),
])('keeps an internal error with the message %s', (_, message) => {
  const answer = answerOf(message);
  expect(withInvalidParams(answer)).toBe(answer);
});

test("reports errors behind the library's own prefix in the same way", () => {
  const answer = answerOf(`Invalid tools/call request: ${JSON.stringify([finding(0)], null, 2)}`, -32_602);
  const message = 'Fix the parameters. arguments.0: Is wrong.';
  expect(told(answer)).toEqual({ jsonrpc: '2.0', id: 7, error: { code: -32_602, message } });
});

test('handles each response of a batch separately, and keeps the others', () => {
  const pong = { jsonrpc: '2.0', id: 6, result: {} };
  const wrong = JSON.parse(answerOf(JSON.stringify([finding(0)])).toString()) as object;
  const [first, second] = told(Buffer.from(JSON.stringify([pong, wrong]))) as [object, { error: { code: number } }];
  expect([first, second.error.code]).toEqual([pong, -32_602]);
});

test('keeps a response that is not an internal error, regardless of its message', () => {
  const answers = [
    answerOf(JSON.stringify([finding(0)]), -32_601),
    Buffer.from('{"result":{"text":"\\"code\\":-32603"}}'),
  ];
  for (const answer of answers) expect(withInvalidParams(answer)).toBe(answer);
});
