// A loopback server that implements the five path-style S3 calls that Cairn makes. It verifies every signature (AWS
// Signature Version 4) itself. It shows what the client sends, not how a real bucket behaves.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type StoredObject = { bytes: Buffer; contentType: string; modifiedAt: Date };

/**
 * `objects` is keyed by bucket and key (`bucket/prefix/key`). `refusals` lists the requests that the stub refused, with
 * reasons.
 */
export type S3Stub = {
  readonly url: string;
  readonly secret: string;
  readonly objects: Map<string, StoredObject>;
  readonly refusals: string[];
  readonly close: () => Promise<void>;
};

/** Starts the stub on a free port. A listing returns `pageSize` keys at a time. */
export async function startS3Stub(pageSize = 2): Promise<S3Stub> {
  const objects = new Map<string, StoredObject>();
  const refusals: string[] = [];
  const secret = 'stub-secret';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const fault = findSignatureFault(request, body, secret);
    if (fault !== undefined) {
      refusals.push(`${request.method} ${request.url}: ${fault}`);
      return sendError(response, 403, 'SignatureDoesNotMatch');
    }
    answer(request, body, response, objects, pageSize);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  return { url: `http://127.0.0.1:${port}`, secret, objects, refusals, close };
}

function answer(
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  objects: Map<string, StoredObject>,
  pageSize: number,
): void {
  const url = new URL(request.url ?? '/', 'http://stub');
  const path = decodeURIComponent(url.pathname.slice(1));
  if (url.searchParams.get('list-type') === '2') {
    response.setHeader('content-type', 'application/xml').end(listing(path, url.searchParams, objects, pageSize));
    return;
  }
  const found = objects.get(path);
  if (request.method === 'PUT') {
    objects.set(path, { bytes: body, contentType: request.headers['content-type'] ?? '', modifiedAt: new Date() });
    response.setHeader('etag', '"stub"').end();
  } else if (request.method === 'DELETE') {
    objects.delete(path);
    response.writeHead(204).end();
  } else if (found === undefined) {
    sendError(response, 404, 'NoSuchKey');
  } else {
    response.writeHead(200, { 'content-type': found.contentType, 'content-length': found.bytes.length });
    response.end(request.method === 'HEAD' ? undefined : found.bytes);
  }
}

function listing(path: string, query: URLSearchParams, objects: Map<string, StoredObject>, pageSize: number): string {
  const bucket = path.replace(/\/$/, '');
  const prefix = `${bucket}/${query.get('prefix') ?? ''}`;
  const after = query.get('continuation-token') ?? '';
  const all = [...objects]
    .filter(([name]) => name.startsWith(prefix) && name > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const page = all.slice(0, pageSize);
  const contents = page.map(
    ([name, { bytes, modifiedAt }]) =>
      `<Contents><Key>${name.slice(bucket.length + 1)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
  );
  const next = all.length > page.length ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><IsTruncated>${next !== ''}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`;
}

const sendError = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
};

function findSignatureFault(request: IncomingMessage, body: Buffer, secret: string): string | undefined {
  const { headers } = request;
  const form =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, day = '', region = '', signedHeaders = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  if (signature === undefined) return 'not signed';
  const payloadHash = String(headers['x-amz-content-sha256']);
  if (payloadHash !== 'UNSIGNED-PAYLOAD' && payloadHash !== sha256(body)) return 'signed for another body';

  const url = new URL(request.url ?? '/', 'http://stub');
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const canonicalHeaders = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    canonicalHeaders.join(''),
    signedHeaders,
    payloadHash,
  ];
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical.join('\n'))].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>((k, part) => hmac(k, part), `AWS4${secret}`);
  return hmac(key, toSign).toString('hex') === signature
    ? undefined
    : 'signed with another secret or for another request';
}

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
