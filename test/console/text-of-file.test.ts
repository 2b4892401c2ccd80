// A file of people as spreadsheets save it, whatever the encoding.
import { expect, test } from 'vitest';
import { textOfFile } from '../../console/src/admin/people/text-of-file.ts';

const TEXT = 'email\tname\r\nana@example.com\tJürgen 😀\r\n';
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const little = Buffer.from(`\ufeff${TEXT}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16, little end first', little],
  ['UTF-16, big end first', swapped(little)],
])('%s is read', async (_, bytes) => {
  expect(await textOfFile(new Blob([new Uint8Array(bytes)]))).toBe(TEXT);
});

test('an empty file is empty, and bytes of another encoding show as lost', async () => {
  expect(await textOfFile(new Blob([]))).toBe('');
  expect(await textOfFile(new Blob([new Uint8Array([0x4a, 0xfc, 0x72, 0])]))).toBe('J\ufffdr\ufffd');
});
