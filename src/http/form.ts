// A multipart/form-data body: its fields as text and its one file as bytes, within limits, on the stream.

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Busboy, BusboyHeaders } from '@fastify/busboy';
import { excerpt } from '../base/excerpt.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { cutOff, mediaTypeOf, requireIdentity, tooLarge } from './body.ts';

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
export async function readForm(request: IncomingMessage, limits: FormLimits): Promise<Form> {
  if (mediaTypeOf(request.headers['content-type']) !== 'multipart/form-data') {
    return Promise.reject(refuse('unsupported-media-type', 'Send the upload as multipart/form-data.'));
  }
  requireIdentity(request.headers);
  const { Busboy } = await import('@fastify/busboy');
  if (request.destroyed) return Promise.reject(cutOff());
  return new Promise((done, fail) => {
    const parser = openParser(Busboy, request, limits, fail);
    if (parser === undefined) return;
    const stop = (failure: Error): void => {
      request.unpipe(parser);
      request.pause();
      fail(failure);
    };
    const parts = partsWithin(limits, stop);
    parser.on('field', parts.field);
    parser.on('file', parts.file);
    parser.on('partsLimit', () => stop(refuse('bad-request', 'The form has too many parts.')));
    parser.on('fieldsLimit', () => stop(refuse('bad-request', 'The form has too many fields.')));
    parser.on('error', () => stop(malformed()));
    parser.once('finish', () => done(parts.form()));
    request.once('error', () => fail(cutOff()));
    request.once('close', () => {
      if (!request.readableEnded) fail(cutOff());
    });
    request.pipe(parser);
  });
}

type FileStream = NodeJS.ReadableStream & { truncated?: boolean };

interface Parts {
  field(name: string | undefined, value: string, isNameCut: boolean, isValueCut: boolean): void;
  file(name: string | undefined, stream: FileStream, filename: string, encoding: string, type: string): void;
  form(): Form;
}

/** Takes the parts one by one as the parser finds them; `stop` is called with the first that cannot be taken. */
function partsWithin(limits: FormLimits, stop: (failure: Error) => void): Parts {
  const fields: Record<string, string> = {};
  let file: Form['file'];
  let files = 0;
  return {
    field(name, value, _isNameCut, isValueCut) {
      if (name === undefined || name === '') return stop(nameless());
      if (!limits.fields.includes(name)) return stop(unexpected(name, limits));
      if (Object.hasOwn(fields, name)) return stop(repeated(name));
      if (isValueCut) return stop(about(name, `Must have at most ${FIELD_BYTES} bytes.`));
      if (value.includes('\u0000'))
        return stop(refuse('bad-request', `The field ${name} holds a NUL character, which is not allowed.`));
      fields[name] = value;
    },
    file(name, stream, filename, _encoding, type) {
      // A body that ends in the middle of a file is told to its stream alone, and unheard it would end the process.
      stream.on('error', () => stop(malformed()));
      if (name === undefined || name === '') return stop(nameless());
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
    form: () => ({ fields, file }),
  };
}

/** What makes two forms the same: field values and file bytes, not the boundary (Decision 12). */
export const formParts = ({ fields, file }: Form): string[] => [
  JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))),
  file === undefined ? '' : createHash('sha256').update(file.bytes).digest('hex'),
];

function openParser(
  Parser: typeof Busboy,
  request: IncomingMessage,
  limits: FormLimits,
  fail: (failure: Error) => void,
): InstanceType<typeof Busboy> | undefined {
  try {
    return new Parser({
      headers: request.headers as BusboyHeaders,
      limits: { fileSize: limits.fileBytes, fieldSize: FIELD_BYTES, fields: 20, files: 2, parts: 24, headerPairs: 50 },
    });
  } catch {
    fail(refuse('bad-request', 'The Content-Type of a multipart body must name its boundary.'));
    return undefined;
  }
}

const unexpected = (name: string, limits: FormLimits): Error =>
  about(
    excerpt(name),
    `Is not expected here. Send one file as ` +
      `"${limits.file}"${limits.fields.length > 0 ? ` and optionally ${limits.fields.join(', ')}` : ''}.`,
  );

const malformed = (): Error =>
  refuse('bad-request', 'The multipart body is malformed, or ends before its closing boundary.');

const nameless = (): Error =>
  refuse('bad-request', 'A part of the form has no name. Write name="…" into its Content-Disposition.');

const repeated = (name: string): Error => about(name, 'Is sent twice. Send it once.');

const about = (field: string, message: string): Error => invalid(field, message, `${field}: ${message}`);
