// A zip as the answer to a download: named, with its digest as entity tag, and 304 to who holds it already.
import { Type } from '@sinclair/typebox';
import type { Answer } from './answer.ts';
import type { Call } from './endpoint.ts';
import { matchesWeakly, parseTags } from './etag.ts';

/** The bytes of a file, and their SHA-256 in hex. */
export interface DownloadedFile {
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** How a download is declared. */
export const ARCHIVE_ANSWERS = {
  200: {
    description: 'The file.',
    schema: Type.String({ contentMediaType: 'application/zip', description: 'The bytes of the zip.' }),
    contentType: 'application/zip',
    headers: { ETag: 'The digest of its bytes.' },
  },
  304: { description: 'What you hold is what there is.' },
} as const;

/** The file as a download of that name, which holds nothing but letters, digits, dots and hyphens. */
export function archiveAnswer(
  call: Pick<Call<never>, 'header'>,
  { bytes, sha256 }: DownloadedFile,
  filename: string,
  headers: Readonly<Record<string, string>> = { 'Cache-Control': 'private, no-cache' },
): Answer {
  const tagged = { ...headers, ETag: `"${sha256}"` };
  if (isHeldAlready(call, sha256)) return { status: 304, headers: tagged };
  return {
    status: 200,
    headers: {
      ...tagged,
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${filename}"`,
      'X-Content-Type-Options': 'nosniff',
    },
    body: { bytes },
  };
}

/** Whether the caller says that they hold exactly these bytes. */
export function isHeldAlready(call: Pick<Call<never>, 'header'>, sha256: string): boolean {
  const held = call.header('if-none-match');
  return held !== undefined && matchesWeakly(parseTags('If-None-Match', held), sha256);
}
