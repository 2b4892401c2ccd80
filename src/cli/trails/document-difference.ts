// The difference of two documents in lines that a person can read: as YAML, two lines around each change.
import type { TrailDocument } from '@cairn/client';
import { structuredPatch } from 'diff';
import { stringify } from 'yaml';
import { normalDocument } from './normal-document.ts';

const AROUND = 2;

/** Hunks of `-` and `+` lines; empty where nothing differs. */
export function documentDifference(before: TrailDocument, after: TrailDocument): string {
  const { hunks } = structuredPatch('', '', textOf(before), textOf(after), '', '', { context: AROUND });
  return hunks.flatMap(({ lines }, index) => [...(index === 0 ? [] : ['…']), ...lines]).join('\n');
}

const textOf = (document: TrailDocument): string =>
  stringify(normalDocument(document), { lineWidth: 0, blockQuote: 'literal', aliasDuplicateObjects: false });
