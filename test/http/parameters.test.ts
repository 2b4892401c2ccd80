// Parsed addresses are cached by the address alone, so the cache may contain only valid addresses of the same endpoint.
import { type TObject, Type } from '@sinclair/typebox';
import { expect, test } from 'vitest';
import { requireParameters, typedParameters } from '../../src/http/endpoint/parameters.ts';
import type { Incoming } from '../../src/http/incoming/incoming.ts';

const LISTED = {
  query: Type.Object({
    limit: Type.Optional(Type.Integer()),
    q: Type.Optional(Type.String({ pattern: '^[^\\u0000]*$' })),
  }),
};

/** A request as the router passes it on. */
function incoming(url: string, params: Readonly<Record<string, string>> = {}): Incoming {
  const query = Object.fromEntries(new URL(url, 'http://cairn.test').searchParams);
  return { url, params, query } as unknown as Incoming;
}

function asked(endpoint: { readonly params?: TObject; readonly query?: TObject }, of: Incoming) {
  const parameters = typedParameters(endpoint, of);
  requireParameters(parameters, of.url);
  return parameters;
}

test('parses and validates a valid address once', () => {
  const first = asked(LISTED, incoming('/a?limit=7'));
  expect(first.query).toEqual({ limit: 7 });
  expect(asked(LISTED, incoming('/a?limit=7'))).toBe(first);
  expect(asked(LISTED, incoming('/a?limit=8')).query).toEqual({ limit: 8 });
});

test('refuses an invalid address every time', () => {
  for (let time = 0; time < 2; time += 1) expect(() => asked(LISTED, incoming('/b?limit=x'))).toThrow(/malformed/);
});

test('does not cache an address that was parsed but not validated', () => {
  const read = typedParameters(LISTED, incoming('/c?limit=7'));
  expect(typedParameters(LISTED, incoming('/c?limit=7'))).not.toBe(read);
});

test('parses the same address again for another endpoint', () => {
  expect(asked(LISTED, incoming('/d?limit=7')).query).toEqual({ limit: 7 });
  const asText = { query: Type.Object({ limit: Type.String() }) };
  expect(asked(asText, incoming('/d?limit=7')).query).toEqual({ limit: '7' });
});

test('does not cache long addresses or endpoints without a query', () => {
  const long = `/e?q=${'x'.repeat(500)}`;
  expect(asked(LISTED, incoming(long))).not.toBe(asked(LISTED, incoming(long)));
  const byId = { params: Type.Object({ id: Type.String() }) };
  expect(asked(byId, incoming('/f/1', { id: '1' }))).not.toBe(asked(byId, incoming('/f/1', { id: '1' })));
});

test('reports only the NUL if a parameter contains a NUL character', () => {
  expect(() => asked(LISTED, incoming('/g?q=%00'))).toThrow(
    /^The query is malformed\. q: Must not contain a NUL character\.$/,
  );
});
