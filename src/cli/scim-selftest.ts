// `cairn scim selftest`: rehearses what six identity providers send, at a customer's own connection. Nothing is stored.
import { randomBytes } from 'node:crypto';
import { isJsonObject, type JsonValue } from '@cairn/scim-protocol/json';
import { refuse } from '../base/refusal.ts';
import { connectionBase } from '../directory/connections/connection.ts';
import { findConnectionTeam, getConnection } from '../directory/connections/connections.ts';
import { scimVerdict } from '../doors/scim/scim-problem.ts';
import { type RehearsalLine, rehearse } from '../provisioning/rehearsal/rehearse.ts';
import type { ScimRequest } from '../provisioning/rehearsal/rehearsed-request.ts';
import { selectOpenTrails } from '../trails/readers/visible-trails.ts';
import { endGroupRights } from '../trails/sets/set-audience.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT } from './outcome.ts';
import { dialectsOf } from './selftest/dialects.ts';
import { DOCUMENTED, REQUIREMENTS } from './selftest/requirements.ts';
import type { Expectation, Step } from './selftest/step.ts';

interface CheckedStep {
  readonly provider: string;
  readonly step: string;
  readonly request: string;
  readonly result: 'ok' | 'failed';
  readonly evidence: string;
}

/** Returns the steps, and the requirements with their evidence. Fails with `not-found`. */
export async function selftest({ database, config, now, exitWith }: CommandContext, id: string): Promise<object> {
  const team = await findConnectionTeam(database, id);
  if (team === undefined) throw refuse('not-found', 'There is no such connection. See: cairn connections list');
  const { team_id } = team;
  const connection = await getConnection(database, team_id, id);
  const dialects = dialectsOf(randomBytes(6).toString('hex'));
  const all = dialects.flatMap(({ provider, steps }) => steps.map((step) => ({ provider, step })));
  const deps = { verdictOf: scimVerdict, endRights: endGroupRights, openTrails: selectOpenTrails };
  const base = connectionBase(config.publicUrl, id);
  const options = { team_id, connection, base, now, signal: new AbortController().signal };
  const requests = all.map(({ step }) => step.request);
  const { lines } = await rehearse(database, deps, options, async () => ({ requests, skipped: 0 }));
  const ids = idsOf(all, lines);
  const checked = all.map(({ provider, step }, at): CheckedStep => {
    const request = lineOf(step.request);
    const fault = faultOf(step.expect, lines[at], ids);
    const evidence = fault ?? evidenceOf(lines[at]);
    return { provider, step: step.title, request, result: fault === undefined ? 'ok' : 'failed', evidence };
  });
  const failed = checked.filter(({ result }) => result === 'failed').length;
  if (failed > 0) exitWith(EXIT.refused);
  return {
    connection: connection.name,
    base_url: base,
    result: failed === 0 ? `ok, ${checked.length} steps` : `${failed} of ${checked.length} steps failed`,
    requirements: requirementsMet((requirement) =>
      checked.filter((_, at) => all[at]?.step.proves.includes(requirement)),
    ),
    steps: checked,
  };
}

const lineOf = ({ method, resource, id, query }: ScimRequest): string =>
  [`${method} /${resource}s`, id && '/{id}', query && `?${decodeURIComponent(query)}`].join('');

/** The requirements with their evidence: the titles of steps, or a document. */
function requirementsMet(proofsOf: (requirement: string) => readonly CheckedStep[]): object[] {
  const proved = REQUIREMENTS.map(({ id, program, text: requirement }) => {
    const proofs = proofsOf(id);
    const isMet = proofs.length > 0 && proofs.every(({ result }) => result === 'ok');
    const evidence = proofs.map(({ step }) => step).join(', ');
    return { program, requirement, result: isMet ? 'ok' : 'failed', evidence };
  });
  const documented = DOCUMENTED.map(({ program, text: requirement, evidence }) => ({
    program,
    requirement,
    result: 'see',
    evidence,
  }));
  return [...proved, ...documented];
}

/** The ids that resources got, by the names in the dialects. */
function idsOf(all: readonly { step: Step }[], lines: readonly RehearsalLine[]): ReadonlyMap<string, string> {
  return new Map(
    all.flatMap(({ step }, at) => {
      const [name, id] = [step.request.known_as, lines[at]?.id];
      return name === undefined || id === undefined || id === null ? [] : [[name, id] as const];
    }),
  );
}

const evidenceOf = (line: RehearsalLine | undefined): string =>
  line?.verdict === undefined
    ? [...new Set(line?.changes.map(({ kind }) => kind))].join(', ')
    : `${line.verdict.status} ${line.verdict.scim_type ?? ''}`.trim();

/** What is wrong with the line; undefined if it is as expected. */
function faultOf(
  expect: Expectation,
  line: RehearsalLine | undefined,
  ids: ReadonlyMap<string, string>,
): string | undefined {
  if (line === undefined) return 'The rehearsal ended before this step.';
  const { verdict, answer } = line;
  const { refused, changes = [], without = [] } = expect;
  if (refused !== undefined)
    return verdict?.status === refused.status && verdict.scim_type === refused.scim_type
      ? undefined
      : `expected ${refused.status}, got ${verdict?.explanation ?? 'success'}`;
  if (verdict !== undefined) return `${verdict.status}: ${verdict.explanation}`;
  const missing = changes.find((kind) => !line.changes.some((entry) => entry.kind === kind));
  if (missing !== undefined) return `no entry ${missing} in the audit log`;
  const shown = without.find((name) => answer !== null && Object.hasOwn(answer, name));
  if (shown !== undefined) return `the response contains ${shown}`;
  return contains(answer, expect.answer ?? {}, ids) ? undefined : `the response is ${JSON.stringify(answer)}`;
}

/** True if `value` has everything that is expected. */
function contains(
  value: JsonValue | undefined,
  expected: JsonValue | undefined,
  ids: ReadonlyMap<string, string>,
): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((one, at) => contains(value[at], one, ids))
    );
  if (isJsonObject(expected))
    return (
      Object.entries(expected).every(([name, one]) => isJsonObject(value) && contains(value[name], one, ids)) ||
      Object.keys(expected).length === 0
    );
  return value === (typeof expected === 'string' ? (ids.get(expected) ?? expected) : expected);
}
