// A local OTLP collector. It records spans that arrive as JSON, and responds as the test specifies.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Arrived {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent: string;
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** Span ids. */
  readonly links: readonly string[];
  /** The resource of the sending process. */
  readonly resource: Readonly<Record<string, string | number | boolean>>;
}

type Answering = (response: ServerResponse) => void;

export interface Collector {
  readonly url: string;
  /** The raw bodies received. */
  readonly payloads: readonly string[];
  /** The request headers. */
  readonly headers: readonly Readonly<Record<string, string | string[] | undefined>>[];
  readonly spans: readonly Arrived[];
  /** Resolves with the first result of `find`, which runs again whenever spans arrive. */
  until<Found>(find: (spans: readonly Arrived[]) => Found | undefined): Promise<Found>;
  /** Resolves once this many requests have arrived, with or without a response. */
  asked(count: number): Promise<void>;
  answers(how: Answering): void;
  close(): Promise<void>;
}

const TAKEN: Answering = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}');

export async function collector(): Promise<Collector> {
  let answering = TAKEN;
  const [payloads, headers, spans]: [string[], Collector['headers'][number][], Arrived[]] = [[], [], []];
  let wake = (): void => {};
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      payloads.push(body);
      headers.push(request.headers);
      if (request.headers['content-type'] === 'application/json') spans.push(...spansOf(body));
      answering(response);
      wake();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const until: Collector['until'] = async (find) => {
    for (;;) {
      const found = find(spans);
      if (found !== undefined) return found;
      await new Promise<void>((go) => {
        const before = wake;
        wake = () => {
          before();
          go();
        };
      });
    }
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payloads,
    headers,
    spans,
    until,
    asked: (count) => until(() => (payloads.length >= count ? true : undefined)).then(() => undefined),
    answers(how) {
      answering = how;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}
type Attributes = readonly { readonly key: string; readonly value: Value }[];
interface Exported {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly attributes: Attributes;
  readonly links?: readonly { readonly spanId: string }[];
}
interface Payload {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly { readonly spans: readonly Exported[] }[];
  }[];
}

/** These numbers are defined by OTLP. */
const KINDS = { 1: 'internal', 2: 'server', 3: 'client' } as const;

function spansOf(body: string): Arrived[] {
  const { resourceSpans } = JSON.parse(body) as Payload;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        trace_id: span.traceId,
        span_id: span.spanId,
        parent: span.parentSpanId ?? '',
        name: span.name,
        kind: KINDS[span.kind as keyof typeof KINDS],
        isError: span.status.code === 2,
        attributes: valuesOf(span.attributes),
        links: (span.links ?? []).map(({ spanId }) => spanId),
        resource: valuesOf(resource.attributes),
      })),
  );
}

const valuesOf = (attributes: Attributes): Arrived['attributes'] =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
