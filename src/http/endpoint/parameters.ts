// What path and query of a request ask for, each value in its type, held against the endpoint's shapes.
import type { TObject } from '@sinclair/typebox';
import { boundedCache } from '../../base/bounded-cache.ts';
import { firstOf } from '../../base/excerpt.ts';
import { hasNul } from '../../base/nul.ts';
import { refuse } from '../../base/refusal.ts';
import { findFindings } from '../../base/shape.ts';
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

/** Programs ask for the same pages again and again, and a longer address is none of them. */
const remembered = boundedCache<TypedParameters>(1_000);
const LONGEST_REMEMBERED = 500;

/** Of the same address they are the same object once they are found good, where the endpoint takes a query. */
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

/** Refuses with `bad-request` what is not of the endpoint's shapes; what is good is remembered by its address. */
export function requireParameters(parameters: TypedParameters, url: string): void {
  if (parameters.isGood) return;
  const { endpoint, params, query } = parameters;
  requireShape(endpoint.params, params, 'path');
  if (endpoint.query === undefined) return;
  requireDecodable(url);
  requireShape(endpoint.query, query, 'query');
  parameters.isGood = true;
  if (url.length <= LONGEST_REMEMBERED) remembered.set(url, parameters);
}

function requireShape(shape: TObject | undefined, parameters: Parameters, where: 'path' | 'query'): void {
  if (shape === undefined) return;
  const findings = findFindings(shape, parameters);
  if (findings.issues.length === 0 && !Object.values(parameters).some(hasNul)) return;
  const nuls = findNuls(shape, parameters);
  // What is said of a NUL is all there is to say of its parameter.
  const others = findings.issues.filter(({ field }) => !nuls.some((nul) => nul.field === field));
  const issues = [...nuls, ...others];
  if (issues.length === 0) return;
  const sentences = issues.map(({ field, message }) => `${field}: ${message}`);
  const sentence = firstOf(sentences, findings.omitted).join(' ');
  throw refuse(
    'bad-request',
    where === 'path' ? `The path is malformed. ${sentence}` : `The query is malformed. ${sentence}`,
  );
}

/** No text of the database holds NUL, so nothing can be looked up by one. */
const findNuls = ({ properties }: TObject, parameters: Parameters): { field: string; message: string }[] =>
  Object.entries(parameters)
    .filter(([name, value]) => Object.hasOwn(properties, name) && hasNul(value))
    .map(([field]) => ({ field, message: 'Must not hold a NUL character.' }));
