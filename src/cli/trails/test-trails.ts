// Runs the folder's examples against the catalog without saving: the request contains the documents.
import type { ExampleRun } from '@cairn/client';
import { aligned } from '../aligned.ts';
import { chosenTrails, exampleCount } from './folder-trails.ts';
import type { TrailsContext } from './trails-context.ts';

export interface ExampleVerdict {
  readonly folder: string;
  readonly title: string;
  readonly text: string;
  readonly expect: string;
  readonly would_surface: boolean;
  readonly confidence: number;
  readonly reason: string;
  readonly pass: boolean;
}

/**
 * Returns the verdicts by folder, limited to `folders` if any are given. Trails that don't exist yet are judged as if
 * they did. Fails with `not-found` for an unknown folder.
 */
export async function testTrails(context: TrailsContext, folders: readonly string[]): Promise<ExampleVerdict[]> {
  const { cairn, report } = context;
  const trails = (await chosenTrails(context, folders)).filter(({ document }) => exampleCount(document) > 0);
  const existing = new Set((await cairn.trails.list().all()).map(({ id }) => id));
  const verdicts: ExampleVerdict[] = [];
  report.begin(trails.length);
  for (const { folder, document, locked } of trails) {
    const id = locked?.id;
    const isCreated = id !== undefined && existing.has(id);
    const { results } = await (isCreated
      ? cairn.trails.runExamples(id, { document })
      : cairn.trails.tryExamples(document));
    verdicts.push(...results.map((result) => verdictOf(folder, document, result)));
    report.step(`tried ${folder}`);
  }
  report.end();
  return verdicts;
}

function verdictOf(
  folder: string,
  { title, trigger }: { title: string; trigger?: { examples?: { text: string }[] } },
  { index, expect, would_surface, confidence, reason, pass }: ExampleRun['results'][number],
): ExampleVerdict {
  const text = trigger?.examples?.[index]?.text ?? '';
  return { folder, title, text, expect, would_surface, confidence, reason, pass };
}

/** JUnit XML for CI systems: one suite per trail, one case per example. */
export function junitXml(verdicts: readonly ExampleVerdict[]): string {
  const suites = [...new Set(verdicts.map(({ folder }) => folder))].map((folder) => {
    const cases = verdicts.filter((verdict) => verdict.folder === folder);
    const failures = cases.filter(({ pass }) => !pass).length;
    const head = `  <testsuite name="${escaped(folder)}" tests="${cases.length}" failures="${failures}">`;
    return [head, ...cases.map(caseXml), '  </testsuite>'].join('\n');
  });
  const failed = verdicts.filter(({ pass }) => !pass).length;
  const head = `<testsuites name="cairn trails" tests="${verdicts.length}" failures="${failed}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, '</testsuites>', ''].join('\n');
}

function caseXml({ folder, text, expect, confidence, reason, pass }: ExampleVerdict): string {
  const head = `    <testcase classname="${escaped(folder)}" name="${escaped(`${expect}: ${text}`)}"`;
  if (pass) return `${head}/>`;
  const message = escaped(`${SENTENCES[expect] ?? expect}. Confidence ${confidence.toFixed(2)}. ${reason}`);
  return `${head}>\n      <failure message="${message}"/>\n    </testcase>`;
}

const SENTENCES: Readonly<Record<string, string>> = {
  match: 'The trail would not be offered, but should be',
  no_match: 'The trail would be offered, but should not be',
};

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 cannot represent control characters other than tabs and line ends, even if they are escaped. */
const escaped = (text: string): string =>
  text
    .replace(/[&<>"]/g, (mark) => MARKS[mark] ?? mark)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[\t\n\r]/g, (mark) => `&#${mark.charCodeAt(0)};`);

const TEXT_WIDTH = 60;

/** A table of the verdicts and the number that passed. */
export function verdictTable(verdicts: readonly ExampleVerdict[]): string {
  const rows = verdicts.map(({ pass, folder, expect, confidence, text }) => [
    pass ? 'ok  ' : 'FAIL',
    folder,
    expect === 'match' ? 'offer' : 'do not offer',
    confidence.toFixed(2),
    short(text),
  ]);
  const lines = aligned([['', 'trail', 'expected', 'confidence', 'prompt'], ...rows]);
  const passed = verdicts.filter(({ pass }) => pass).length;
  return [...lines, `${passed} of ${verdicts.length} examples pass.`].join('\n');
}

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > TEXT_WIDTH ? `${line.slice(0, TEXT_WIDTH - 1)}…` : line;
};
