// Path and query parameters of a request, typed and validated against the endpoint's shapes.

import type { TObject } from '@sinclair/typebox';
import { boundedCache } from '../../base/bounded-cache.ts';
import { firstOf } from '../../base/excerpt.ts';
import { errorAt, sentenceIn } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { findFindings } from '../../base/shape.ts';
import { hasNul } from '../../base/text.ts';
import { type Sentence, t } from '../../base/texts/t.ts';
import type { Incoming } from '../incoming/incoming.ts';
import type { Endpoint } from './endpoint.ts';
import { requireDecodable, typedQuery } from './query.ts';

type Parameters = Readonly<Record<string, unknown>>;
type Shapes = Pick<Endpoint<never, string>, 'params' | 'query'>;

export interface TypedParameters {
  readonly endpoint: Shapes;
  readonly params: Parameters;
  readonly query: Parameters;
  isGood: boolean;
}

/** Maximum length of a cached URL. Programs request the same pages over and over. */
const remembered = boundedCache<TypedParameters>(1_000);
const MAX_CACHED_LENGTH = 500;

/** For an endpoint with a query, returns the same object for the same URL once it has been validated. */
export function typedParameters(endpoint: Shapes, { url, params, query }: Incoming): TypedParameters {
  const known = endpoint.query === undefined ? undefined : remembered.get(url);
  if (known?.endpoint === endpoint) return known;
  return {
    endpoint,
    params: typedQuery(endpoint.params, params),
    query: typedQuery(endpoint.query, query),
    isGood: false,
  };
}

/** Rejects invalid parameters with `bad-request`. Caches valid ones by URL. */
export function requireParameters(parameters: TypedParameters, url: string): void {
  if (parameters.isGood) return;
  const { endpoint, params, query } = parameters;
  requireShape(endpoint.params, params, 'path');
  if (endpoint.query === undefined) return;
  requireDecodable(url);
  requireShape(endpoint.query, query, 'query');
  parameters.isGood = true;
  if (url.length <= MAX_CACHED_LENGTH) remembered.set(url, parameters);
}

function requireShape(shape: TObject | undefined, parameters: Parameters, where: 'path' | 'query'): void {
  if (shape === undefined) return;
  const findings = findFindings(shape, parameters);
  if (findings.issues.length === 0 && !Object.values(parameters).some(hasNul)) return;
  const nuls = findNuls(shape, parameters);
  // If a parameter contains a NUL character, report only that.
  const others = findings.issues.filter(({ field }) => !nuls.some((nul) => nul.field === field));
  const issues = [...nuls, ...others];
  if (issues.length === 0) return;
  const each: Sentence[] = issues.map((issue) =>
    t('{field}: {problem}', { field: issue.field, problem: sentenceIn(issue) }),
  );
  const problems = firstOf(each, findings.omitted);
  throw refuse(
    'bad-request',
    where === 'path'
      ? t('The path is malformed. {problems}', { problems })
      : t('The query is malformed. {problems}', { problems }),
  );
}

/** The database cannot store NUL, so a lookup with one makes no sense. */
const findNuls = ({ properties }: TObject, parameters: Parameters): ValidationIssue[] =>
  Object.entries(parameters)
    .filter(([name, value]) => Object.hasOwn(properties, name) && hasNul(value))
    .map(([field]) => errorAt(field, 'Must not contain a NUL character.'));
