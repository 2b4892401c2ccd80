// A request as a span: the attributes set at its start and its end.
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Span, SpanAttributes, SpanStart, Tracing } from '../../src/base/tracing.ts';
import { endpointAttributes, endRequestSpan, requestSpans, traceOf } from '../../src/http/metrics/request-span.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

/** Records everything that is set on a span, in its order. */
function notedSpan(isRecording = true) {
  const told: unknown[][] = [];
  const note =
    (name: string) =>
    (...args: unknown[]): void =>
      void told.push([name, ...args]);
  const span: Span = {
    trace_id: TRACE,
    span_id: PARENT,
    traceparent: '',
    isRecording: () => isRecording,
    set: note('set'),
    rename: note('rename'),
    link: note('link'),
    fail: note('fail'),
    end: note('end'),
    run: (work) => work(),
  };
  return { span, told };
}

const requestWith = (headers: IncomingMessage['headers'], method: string | undefined = 'GET') =>
  ({ headers, method }) as IncomingMessage;

function begun(baseUrl: string, request: IncomingMessage): readonly [SpanStart, unknown] {
  const starts: [SpanStart, unknown][] = [];
  const { span } = notedSpan();
  const tracing: Tracing = {
    active: () => undefined,
    close: async () => {},
    begin(start, parent) {
      starts.push([start, parent]);
      return span;
    },
  };
  expect(requestSpans(tracing, baseUrl)(request, 'r1')).toBe(span);
  const [first] = starts;
  if (first === undefined) throw new Error('no span was begun');
  return first;
}

describe('the start', () => {
  test.each([
    ['https://cairn.test', 'https', 'cairn.test', 443],
    ['http://cairn.test/below', 'http', 'cairn.test', 80],
    ['https://cairn.test:8443', 'https', 'cairn.test', 8443],
    ['http://127.0.0.1:8080', 'http', '127.0.0.1', 8080],
  ])('of a request to %s has the scheme, host and port that the caller sees', (url, scheme, host, port) => {
    const [start] = begun(url, requestWith({ host: 'inside:1', 'x-forwarded-proto': 'gopher' }, 'PUT'));
    expect(start).toEqual({
      name: 'PUT',
      kind: 'server',
      attributes: {
        'url.scheme': scheme,
        'server.address': host,
        'server.port': port,
        'http.request.method': 'PUT',
        'cairn.request_id': 'r1',
      },
    });
  });

  test('makes it a child of the span in its traceparent, and keeps the tracestate of other systems', () => {
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'other=1' };
    const [, parent] = begun('https://cairn.test', requestWith(headers));
    expect(parent).toEqual({ trace_id: TRACE, span_id: PARENT, isSampled: true, tracestate: 'other=1' });
    expect(begun('https://cairn.test', requestWith({}))[1]).toBeUndefined();
  });
});

const END = { route: '/things/:id', status: 200, slug: '', logged: {}, isCut: false };
const attributesOf = (told: readonly unknown[][]) => told.find(([name]) => name === 'set')?.[1] as SpanAttributes;

describe('the end', () => {
  test('of a successful request sets route, status and caller', () => {
    const { span, told } = notedSpan();
    endRequestSpan(span, 'GET', { ...END, logged: { account_id: 'a1', team_id: 't1' } });
    expect(told).toEqual([
      ['rename', 'GET /things/:id'],
      [
        'set',
        {
          ...{ 'http.response.status_code': 200, 'http.route': '/things/:id' },
          ...{ 'cairn.account_id': 'a1', 'cairn.team_id': 't1' },
        },
      ],
      ['end'],
    ]);
  });

  test('of a request with an unknown path keeps the name', () => {
    const { span, told } = notedSpan();
    endRequestSpan(span, 'GET', { ...END, route: undefined, status: 404, slug: 'not-found' });
    expect(told).toEqual([['set', { 'http.response.status_code': 404, 'cairn.slug': 'not-found' }], ['end']]);
  });

  test('of a closed connection is marked as such', () => {
    const { span, told } = notedSpan();
    endRequestSpan(span, 'GET', { ...END, isCut: true });
    expect(attributesOf(told)['cairn.cut']).toBe(true);
  });

  test.each([
    [499, 'rate-limited', undefined],
    [500, '', '500'],
    [500, 'internal', 'internal'],
    [503, 'unavailable', 'unavailable'],
  ])('with status %i and the slug "%s" fails as %s', (status, slug, failure) => {
    const { span, told } = notedSpan();
    endRequestSpan(span, 'GET', { ...END, status, slug });
    expect(told.find(([name]) => name === 'fail')?.[1]).toBe(failure);
    expect(told.at(-1)).toEqual(['end']);
  });

  test('of a request that is not recorded does no further work', () => {
    const { span, told } = notedSpan(false);
    endRequestSpan(span, 'GET', END);
    expect(told).toEqual([['end']]);
  });
});

test('identifies an endpoint by its door and id', () => {
  expect(endpointAttributes('v1', 'list-trails')).toEqual({
    ...{ 'cairn.door': 'v1', 'cairn.endpoint_id': 'list-trails' },
  });
});

test("logs the trace of the span, or the caller's trace if there is none", () => {
  const headers = { traceparent: `00-${'1'.repeat(32)}-${PARENT}-01` };
  const { span } = notedSpan();
  expect(traceOf(span, requestWith(headers))).toEqual({ trace_id: TRACE, span_id: PARENT });
  expect(traceOf(undefined, requestWith(headers))).toEqual({ trace_id: '1'.repeat(32) });
  expect(traceOf(undefined, requestWith({}))).toEqual({});
  expect(traceOf(undefined, requestWith({ traceparent: 'none' }))).toEqual({});
});
