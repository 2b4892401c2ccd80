// docs/access.md shows the access matrix of the documents that are in docs/. `npm run openapi` writes both.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { OpenApi } from './access/operations.ts';
import { accessPage } from './access/page.ts';
import { accessRows } from './access/rows.ts';

const DOCUMENTS = ['docs/openapi.snapshot.json', 'docs/manage/openapi.snapshot.json'];

test('generates docs/access.md equal to its copy (npm run openapi after a deliberate change)', async () => {
  const documents = DOCUMENTS.map((file) => JSON.parse(readFileSync(file, 'utf8')) as OpenApi);
  await expect(accessPage(accessRows(documents))).toMatchFileSnapshot('../../docs/access.md');
});
