// A multipart/form-data body: its fields as text and its one file as bytes, within limits, on the stream.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { refuse } from '../base/refusal.ts';
import { cutOff, mediaTypeOf, tooLarge } from './body.ts';

export interface FormLimits {
  /** Names of the text fields that may come; another is `validation`. */
  readonly fields: readonly string[];
  /** The name of the file's field. */
  readonly file: string;
  readonly fileBytes: number;
}

export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly declaredType: string; readonly bytes: Buffer } | undefined;
}

const FIELD_BYTES = 8_192;

/** Reads the form. Refuses with `unsupported-media-type`, `payload-too-large`, `validation`, `bad-request`. */
export function readForm(request: IncomingMessage, limits: FormLimits): Promise<Form> {
  if (mediaTypeOf(request.headers['content-type']) !== 'multipart/form-data') {
    return Promise.reject(refuse('unsupported-media-type', 'Send the upload as multipart/form-data.'));
  }
  if (request.destroyed) return Promise.reject(cutOff());
  return new Promise((done, fail) => {
    const parser = openParser(request, limits, fail);
    if (parser === undefined) return;
    const fields: Record<string, string> = {};
    let file: Form['file'];
    let files = 0;
    const stop = (failure: Error): void => {
      request.unpipe(parser);
      request.pause();
      fail(failure);
    };
    parser.on('field', (name: string, value: string, _cut: boolean, valueCut: boolean) => {
      if (!limits.fields.includes(name)) return stop(unexpected(name, limits));
      if (Object.hasOwn(fields, name)) return stop(repeated(name));
      if (valueCut) return stop(invalid(name, `Must have at most ${FIELD_BYTES} bytes.`));
      if (value.includes('\u0000'))
        return stop(refuse('bad-request', `The field ${name} holds a NUL character, which is not allowed.`));
      fields[name] = value;
    });
    parser.on(
      'file',
      (
        name: string,
        stream: NodeJS.ReadableStream & { truncated?: boolean },
        filename: string,
        _encoding: string,
        type: string,
      ) => {
        if (name !== limits.file) return stop(unexpected(name, limits));
        files += 1; // The first may still be on its way when the second begins.
        if (files > 1) return stop(repeated(name));
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.once('limit', () => stop(tooLarge(limits.fileBytes)));
        stream.once('end', () => {
          file = { name: filename ?? '', declaredType: type ?? '', bytes: Buffer.concat(chunks) };
        });
      },
    );
    parser.once('partsLimit', () => stop(refuse('bad-request', 'The form has too many parts.')));
    parser.once('fieldsLimit', () => stop(refuse('bad-request', 'The form has too many fields.')));
    parser.once('error', () => stop(refuse('bad-request', 'The multipart body is malformed.')));
    parser.once('finish', () => done({ fields, file }));
    request.once('error', () => fail(cutOff()));
    request.once('close', () => {
      if (!request.readableEnded) fail(cutOff());
    });
    request.pipe(parser);
  });
}

/** What makes two forms the same: field values and file bytes, not the boundary (Decision 12). */
export const formParts = ({ fields, file }: Form): string[] => [
  JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))),
  file === undefined ? '' : createHash('sha256').update(file.bytes).digest('hex'),
];

function openParser(
  request: IncomingMessage,
  limits: FormLimits,
  fail: (failure: Error) => void,
): InstanceType<typeof Busboy> | undefined {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { fileSize: limits.fileBytes, fieldSize: FIELD_BYTES, fields: 20, files: 2, parts: 24, headerPairs: 50 },
    });
  } catch {
    fail(refuse('bad-request', 'The Content-Type of a multipart body must name its boundary.'));
    return undefined;
  }
}

const unexpected = (name: string, limits: FormLimits): Error =>
  invalid(
    name.slice(0, 80),
    `Is not expected here. Send one file as "${limits.file}"${limits.fields.length > 0 ? ` and optionally ${limits.fields.join(', ')}` : ''}.`,
  );

const repeated = (name: string): Error => invalid(name, 'Is sent twice. Send it once.');

const invalid = (field: string, message: string): Error =>
  refuse('validation', `${field}: ${message}`, { issues: [{ severity: 'error', field, message }] });
