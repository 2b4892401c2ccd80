// The header `traceparent` (W3C Trace Context, section 3.2).
import { expect, test } from 'vitest';
import { parseTraceParent } from '../../src/base/tracing.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const ids = { trace_id: TRACE, span_id: SPAN };

test.each([
  ['01', true],
  ['00', false],
  ['03', true],
  ['fe', false],
  ['ff', true],
])('parses the flags %s as sampled: %s', (flags, isSampled) => {
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
  ['extra data in version 00', `00-${TRACE}-${SPAN}-01-more`],
  ['the forbidden version', `ff-${TRACE}-${SPAN}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['an invalid hexadecimal digit', `00-${TRACE.replace('4', 'g')}-${SPAN}-01`],
  ['leading whitespace', ` 00-${TRACE}-${SPAN}-01`],
  ['a trailing line break', `00-${TRACE}-${SPAN}-01\n`],
])('ignores %s', (_, header) => {
  expect(parseTraceParent(header, 'a=1')).toBeUndefined();
});

test('allows extra data in a later version only after a dash', () => {
  expect(parseTraceParent(`01-${TRACE}-${SPAN}-01-more`)).toMatchObject(ids);
  expect(parseTraceParent(`01-${TRACE}-${SPAN}-01`)).toMatchObject(ids);
  expect(parseTraceParent(`01-${TRACE}-${SPAN}-01more`)).toBeUndefined();
});

test('passes tracestate on unchanged, up to its maximum length', () => {
  const stateOf = (state: string | string[]) => parseTraceParent(`00-${TRACE}-${SPAN}-01`, state)?.tracestate;
  expect(stateOf('vendor=1,other=2')).toBe('vendor=1,other=2');
  expect(stateOf(`a=${'x'.repeat(510)}`)).toHaveLength(512);
  expect(stateOf(`a=${'x'.repeat(511)}`)).toBeUndefined();
  expect(stateOf('')).toBeUndefined();
  expect(stateOf(['a=1'])).toBeUndefined();
});
