// A spreadsheet file of people, in any encoding.
import { expect, test } from 'vitest';
import { textOfFile } from '../../console/src/admin/people/text-of-file.ts';

const TEXT = 'email\tname\r\nana@example.com\tJürgen 😀\r\n';
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const little = Buffer.from(`\ufeff${TEXT}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16, little-endian', little],
  ['UTF-16, big-endian', swapped(little)],
])('reads %s', async (_, bytes) => {
  expect(await textOfFile(new Blob([new Uint8Array(bytes)]))).toBe(TEXT);
});

test('reads an empty file as empty, and reports bytes in another encoding as lost', async () => {
  expect(await textOfFile(new Blob([]))).toBe('');
  expect(await textOfFile(new Blob([new Uint8Array([0x4a, 0xfc, 0x72, 0])]))).toBe('J\ufffdr\ufffd');
});
