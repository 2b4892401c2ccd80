// A zip file as a download, with a file name and its digest as the ETag. Returns 304 if the client already has it.

import { Type } from '@sinclair/typebox';
import type { HeaderReader } from '../incoming/incoming.ts';
import type { Answer } from './answer.ts';
import { HELD_ANSWER, unlessHeld } from './conditional.ts';

/** The bytes of a file, and their SHA-256 in hex. */
export interface DownloadedFile {
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** How endpoints declare a download in the OpenAPI document. */
export const ARCHIVE_ANSWERS = {
  200: {
    description: 'The file.',
    schema: Type.String({ contentMediaType: 'application/zip', description: 'The bytes of the zip file.' }),
    contentType: 'application/zip',
    headers: { ETag: 'The digest of the bytes.', 'Content-Disposition': 'A name for the file.' },
  },
  ...HELD_ANSWER,
} as const;

/** The file as a download. The name may only contain letters, digits, dots and hyphens. */
export function archiveAnswer(
  call: HeaderReader,
  { bytes, sha256 }: DownloadedFile,
  filename: string,
  headers: Readonly<Record<string, string>> = { 'Cache-Control': 'private, no-cache' },
): Answer {
  return unlessHeld(call, {
    status: 200,
    headers: {
      ...headers,
      ETag: `"${sha256}"`,
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${filename}"`,
      'X-Content-Type-Options': 'nosniff',
    },
    body: { bytes },
  });
}
