// The header `traceparent` (W3C Trace Context, section 3.2).
import { expect, test } from 'vitest';
import { parseTraceParent } from '../../src/base/trace-parent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const ids = { trace_id: TRACE, span_id: SPAN };

test.each([
  ['01', true],
  ['00', false],
  ['03', true],
  ['fe', false],
  ['ff', true],
])('flags %s: sampled %s', (flags, isSampled) => {
  expect(parseTraceParent(`00-${TRACE}-${SPAN}-${flags}`)).toEqual({ ...ids, isSampled, tracestate: undefined });
});

test.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['several', [`00-${TRACE}-${SPAN}-01`]],
  ['a shorter trace', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['a longer trace', `00-${TRACE}0-${SPAN}-01`],
  ['a shorter span', `00-${TRACE}-${SPAN.slice(1)}-01`],
  ['no flags', `00-${TRACE}-${SPAN}`],
  ['more in version 00', `00-${TRACE}-${SPAN}-01-more`],
  ['the forbidden version', `ff-${TRACE}-${SPAN}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['no hexadecimal digit', `00-${TRACE.replace('4', 'g')}-${SPAN}-01`],
  ['a blank before', ` 00-${TRACE}-${SPAN}-01`],
  ['a line after', `00-${TRACE}-${SPAN}-01\n`],
])('passes over %s', (_, header) => {
  expect(parseTraceParent(header, 'a=1')).toBeUndefined();
});

test('a later version may say more behind a dash, and nothing else', () => {
  expect(parseTraceParent(`01-${TRACE}-${SPAN}-01-more`)).toMatchObject(ids);
  expect(parseTraceParent(`01-${TRACE}-${SPAN}-01`)).toMatchObject(ids);
  expect(parseTraceParent(`01-${TRACE}-${SPAN}-01more`)).toBeUndefined();
});

test('tracestate is kept as it is, where it is not too long', () => {
  const stateOf = (state: string | string[]) => parseTraceParent(`00-${TRACE}-${SPAN}-01`, state)?.tracestate;
  expect(stateOf('vendor=1,other=2')).toBe('vendor=1,other=2');
  expect(stateOf(`a=${'x'.repeat(510)}`)).toHaveLength(512);
  expect(stateOf(`a=${'x'.repeat(511)}`)).toBeUndefined();
  expect(stateOf('')).toBeUndefined();
  expect(stateOf(['a=1'])).toBeUndefined();
});
