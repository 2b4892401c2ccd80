// Compares two documents as YAML, with two lines of context.
import type { TrailDocument } from '@cairn/client';
import { structuredPatch } from 'diff';
import { stringify } from 'yaml';
import { normalDocument } from './normal-document.ts';

const AROUND = 2;

/** Returns hunks of `-` and `+` lines; empty if the documents are equal. */
export function documentDifference(before: TrailDocument, after: TrailDocument): string {
  const { hunks } = structuredPatch('', '', textOf(before), textOf(after), '', '', { context: AROUND });
  return hunks.flatMap(({ lines }, index) => [...(index === 0 ? [] : ['…']), ...lines]).join('\n');
}

const textOf = (document: TrailDocument): string =>
  stringify(normalDocument(document), { lineWidth: 0, blockQuote: 'literal', aliasDuplicateObjects: false });
