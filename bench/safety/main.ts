// Measures the safety check: secrets found in 400 known trails, ordinary trails blocked and warned about, and its time
// as a share of parsing and validating the same document. Usage: node scripts/run-ts.mjs bench/safety/main.ts
import { parseJson } from '../../src/base/json.ts';
import { publishIssues } from '../../src/trails/checks/publish-checks.ts';
import { DEFAULT_SAFETY, safetyFindings, standingOf } from '../../src/trails/checks/safety-checks.ts';
import { documentShape, type TrailDocument } from '../../src/trails/document/document.ts';
import { type FullDocument, withDefaults } from '../../src/trails/document/full-document.ts';
import { type CheckedSchema, requireDraft } from '../../src/trails/document/validate-document.ts';
import { knownTrails } from './corpus.ts';
import { HOSTILE, largestDocument, ORDINARY } from './hostile.ts';

const OPTIONS = { ownImagePrefix: 'https://cairn.test/assets/', domains: [] };
const SCHEMA = documentShape([]) as CheckedSchema;

function measureCorpus(): void {
  const counts = { planted: 0, found: 0, doubtful: 0, ordinary: 0, blocked: 0, warned: 0 };
  for (const seed of ['safety', 'second', 'third'])
    for (const { document, secret } of knownTrails(400, seed)) {
      const standings = safetyFindings(withDefaults(document), OPTIONS).map((one) => standingOf(one, DEFAULT_SAFETY));
      const isBlocked = standings.includes('error');
      if (secret === undefined) {
        counts.ordinary += 1;
        if (isBlocked) counts.blocked += 1;
        else if (standings.length > 0) counts.warned += 1;
      } else {
        counts.planted += 1;
        if (isBlocked) counts.found += 1;
        else if (standings.length > 0) counts.doubtful += 1;
      }
    }
  console.log(JSON.stringify(counts));
}

/** Milliseconds of a fast run. */
function timeOf(run: () => unknown): number {
  const times = Array.from({ length: 21 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return times.sort((one, other) => one - other)[5] ?? 0;
}

function measureCost(name: string, document: TrailDocument): { readonly ratio: number; readonly line: string } {
  const bytes = Buffer.from(JSON.stringify(document));
  const full: FullDocument = withDefaults(document);
  const parsing = timeOf(() => requireDraft(parseJson(bytes), SCHEMA));
  const checked = timeOf(() =>
    publishIssues(full, { tests: null, ownImagePrefix: OPTIONS.ownImagePrefix, safety: [] }),
  );
  const safety = timeOf(() => safetyFindings(full, OPTIONS));
  const baseline = parsing + checked;
  const ratio = safety / baseline;
  const numbers = [parsing, baseline, safety, safety / parsing, ratio].map((value) => value.toFixed(2).padStart(7));
  return { ratio, line: `${numbers.join(' ')}  ${name}` };
}

measureCorpus();
console.log('  parse  +checks  safety  /parse  ratio');
for (const [name, piece] of Object.entries(ORDINARY)) console.log(measureCost(name, largestDocument(piece)).line);
const hostile = HOSTILE.map((piece) => measureCost(JSON.stringify(piece), largestDocument(piece)));
hostile.sort((one, other) => other.ratio - one.ratio);
for (const { line } of hostile) console.log(line);
