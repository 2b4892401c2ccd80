// Formats the findings of `cairn trails check` for people and for GitHub Actions.
import { relative } from 'node:path';
import type { CheckFinding, CheckResult } from './check-folder.ts';
import { counted } from './counted.ts';

export const CHECK_FORMATS = ['text', 'github'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** One line for each finding, and a summary. Files are relative to `from`. */
export function checkText({ trails, findings }: CheckResult, root: string, from: string, format: CheckFormat): string {
  const base = relative(from, root);
  const line = format === 'github' ? annotation : sentence;
  const lines = findings.map((finding) =>
    line({ ...finding, file: base === '' ? finding.file : `${base}/${finding.file}` }),
  );
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const summary = [counted(trails, 'trail'), counted(errors, 'error'), counted(findings.length - errors, 'warning')];
  return [...lines, `${summary.join(', ')}.`].join('\n');
}

const sentence = ({ file, line, column, severity, field, message }: CheckFinding): string =>
  `${file}:${line}:${column}: ${severity}: ${field === '' ? '' : `${field}: `}${message}`;

/** A workflow command, which GitHub shows at the line in the pull request. */
function annotation({ file, line, column, severity, field, message }: CheckFinding): string {
  const title = field === '' ? 'cairn trails check' : field;
  const properties = Object.entries({ file, line, col: column, title }).map(
    ([name, value]) => `${name}=${escaped(String(value), /[%\r\n:,]/g)}`,
  );
  return `::${severity} ${properties.join(',')}::${escaped(message, /[%\r\n]/g)}`;
}

const escaped = (text: string, marks: RegExp): string =>
  text.replace(marks, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
