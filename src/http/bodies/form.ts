// A multipart/form-data body, parsed from the stream within limits: its fields as text and its single file as bytes.

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Busboy, BusboyHeaders } from '@fastify/busboy';
import { excerpt } from '../../base/excerpt.ts';
import { invalid } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { asText, type Sentence, t } from '../../base/texts/t.ts';
import { cutOff, type Enter, requireMediaType, tooLarge } from './body.ts';

export interface FormLimits {
  /** Names of the allowed text fields. Other fields cause `validation`. */
  readonly fields: readonly string[];
  /** The name of the file field. */
  readonly file: string;
  readonly fileBytes: number;
}

export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly declaredType: string; readonly bytes: Buffer } | undefined;
}

const FIELD_BYTES = 8_192;

/** Reads the form. Fails with `unsupported-media-type`, `payload-too-large`, `validation`, or `bad-request`. */
export async function readForm(request: IncomingMessage, limits: FormLimits, enter?: Enter): Promise<Form> {
  requireMediaType(request.headers, ['multipart/form-data']);
  await enter?.();
  const { Busboy } = await import('@fastify/busboy');
  if (request.destroyed) return Promise.reject(cutOff());
  return new Promise((done, fail) => {
    const parser = openParser(Busboy, request, fail);
    if (parser === undefined) return;
    const stop = (failure: Error): void => {
      request.unpipe(parser);
      request.pause();
      fail(failure);
    };
    const parts = partsWithin(limits, stop);
    parser.on('file', parts.part);
    parser.on('partsLimit', () => stop(refuse('bad-request', 'The form has too many parts.')));
    parser.on('error', () => stop(malformed()));
    parser.once('finish', () => done(parts.form()));
    request.once('error', () => fail(cutOff()));
    request.once('close', () => {
      if (!request.readableEnded) fail(cutOff());
    });
    request.pipe(parser);
  });
}

type PartBytes = NodeJS.ReadableStream;

interface Parts {
  /** Takes a part whose bytes have not arrived yet. A part without a file name is a text field. */
  part(name: string | undefined, bytes: PartBytes, filename: string | undefined, encoding: string, type: string): void;
  form(): Form;
}

/** Takes parts as the parser finds them. Calls `stop` for the first part that is not acceptable. */
function partsWithin(limits: FormLimits, stop: (failure: Error) => void): Parts {
  const fields: Record<string, string> = Object.create(null);
  let file: Form['file'];
  const begun = new Set<string>(); // The first part may still be arriving when another of the same name starts.
  return {
    part(name, bytes, filename, _encoding, type) {
      // If the body ends within a part, only that part's stream emits the error. If unhandled, the error would end the
      // process.
      bytes.on('error', () => stop(malformed()));
      const isFile = filename !== undefined || type === 'application/octet-stream';
      if (name === undefined || name === '') return stop(nameless());
      if (isFile ? name !== limits.file : !limits.fields.includes(name)) return stop(unexpected(name, limits));
      if (begun.has(name)) return stop(repeated(name));
      begun.add(name);
      collect(bytes, isFile ? limits.fileBytes : FIELD_BYTES, (whole) => {
        if (whole === undefined)
          stop(
            isFile
              ? tooLarge(limits.fileBytes)
              : about(name, t('Must have at most {limit} bytes.', { limit: FIELD_BYTES })),
          );
        else if (isFile) file = { name: filename ?? '', declaredType: type, bytes: whole };
        else if (!isUtf8(whole)) stop(refuse('bad-request', t('The field {name} is not valid UTF-8.', { name })));
        else if (whole.includes(0))
          stop(refuse('bad-request', t('The field {name} contains a NUL character, which is not allowed.', { name })));
        else fields[name] = whole.toString();
      });
    },
    form: () => ({ fields, file }),
  };
}

/** Calls `done` with all bytes of the part, or with undefined as soon as there are more than `most` bytes. */
function collect(bytes: PartBytes, most: number, done: (whole: Buffer | undefined) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= most) {
      chunks.push(chunk);
      return;
    }
    bytes.off('data', take).off('end', end);
    done(undefined);
  };
  const end = (): void => done(Buffer.concat(chunks, size));
  bytes.on('data', take).once('end', end);
}

/** The parts that identify a form: field values and file bytes, but not the boundary (Decision 12). */
export const formParts = ({ fields, file }: Form): string[] => [
  JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))),
  file === undefined ? '' : createHash('sha256').update(file.bytes).digest('hex'),
];

function openParser(
  Parser: typeof Busboy,
  request: IncomingMessage,
  fail: (failure: Error) => void,
): InstanceType<typeof Busboy> | undefined {
  try {
    return new Parser({
      headers: request.headers as BusboyHeaders,
      limits: { parts: 24, headerPairs: 50 },
      // Receives text as bytes, because the parser would replace invalid UTF-8 with U+FFFD and trust a part's charset.
      isPartAFile: () => true,
    });
  } catch {
    fail(refuse('bad-request', 'The Content-Type of a multipart body must include its boundary.'));
    return undefined;
  }
}

const unexpected = (name: string, limits: FormLimits): Error =>
  about(
    excerpt(name),
    t('Is not expected here. Send one file as "{file}"{count, plural, =0 {} other { and optionally {fields}}}.', {
      file: limits.file,
      count: limits.fields.length,
      fields: limits.fields.join(', '),
    }),
  );

const malformed = (): Error =>
  refuse('bad-request', 'The multipart body is malformed, or ends before its closing boundary.');

const nameless = (): Error =>
  refuse('bad-request', 'A part of the form has no name. Add name="…" to its Content-Disposition.');

const repeated = (name: string): Error => about(name, 'Was sent twice. Send it once.');

const about = (field: string, message: Sentence): Error =>
  invalid(field, message, t('{field}: {message}', { field, message: asText(message) }));
