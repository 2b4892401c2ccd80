// docs/access.md shows the access matrix of the documents in docs/. `npm run openapi` writes both.
import { expect, test } from 'vitest';
import { reviewedDocuments } from './access/operations.ts';
import { accessPage } from './access/page.ts';
import { accessRows } from './access/rows.ts';

test('generates docs/access.md equal to its copy (npm run openapi after a deliberate change)', async () => {
  await expect(accessPage(accessRows(reviewedDocuments()))).toMatchFileSnapshot('../../docs/access.md');
});
