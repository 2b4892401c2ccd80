// Finds commands that run code from the network without a look at it: `curl … | sh` and similar ones.

import { t } from '../base/texts/t.ts';
import { isAbout } from './mentions.ts';
import { pattern } from './pattern.ts';
import { tableOf } from './runs.ts';
import type { Reading, Spot } from './safety-finding.ts';

const INTERPRETER = pattern(
  'iy',
  String.raw`\|`,
  String.raw`&?[ \t]{0,8}(?:sudo[ \t]+(?:-\w+[ \t]+){0,2})?(?:env[ \t]+)?(?:[\w./]{0,24}\/)?(?:(?:ba|`,
  String.raw`z|da|k|fi|a|tc|c)?sh|python[\d.]{0,4}|perl|ruby|node|deno|bun|php|iex|invoke-expression|`,
  String.raw`pwsh|powershell|source)(?![\w.-])`,
);
const SOURCE =
  /\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|fetch|aria2c|base64[ \t]+(?:-d|-D|--decode))\b[^\n]*$/i;

/** The first letters of interpreters and of paths to them. */
const FIRST = tableOf(/[a-z./&]/i);

/** Pipes of a download, or of decoded text, into an interpreter. */
export function findPipes({ text, codes, scrutiny, found }: Reading): void {
  for (let at = text.indexOf('|'); at !== -1; at = text.indexOf('|', at + 1)) {
    const next = codes[at + 1] === SPACE ? at + 2 : at + 1;
    const isCommand = FIRST[codes[next] ?? 0] === 1;
    // Tables have many of these signs, so the first look is short.
    if (!scrutiny.spend('remote_code', at, isCommand ? 4 : 1)) return;
    if (!isCommand) continue;
    INTERPRETER.lastIndex = at;
    const length = INTERPRETER.exec(text)?.[0].length;
    if (length === undefined) continue;
    if (!scrutiny.spend('remote_code', at, 200)) return;
    const source = SOURCE.exec(text.slice(Math.max(0, at - 300), at))?.[0];
    if (source === undefined || source.includes('…') || source.includes('...')) continue;
    if (!isAbout(text, at - source.length)) found.push(remoteCode(at - source.length, source.length + length));
  }
}

const SPACE = 32;

/** A phrase that hands a download to an interpreter, such as `bash <(curl `, with what follows it. */
const PROOF = /^[^\n]{0,80}?(?:https?:\/\/|\$|-enc|[A-Za-z0-9+/]{40})/i;

export function findRemoteCall(text: string, at: number, end: number, found: Spot[]): void {
  if (PROOF.test(text.slice(end, end + 130)) && !isAbout(text, at)) found.push(remoteCode(at, end - at));
}

const remoteCode = (at: number, length: number): Spot => ({
  ...{ class: 'remote_code', at, length },
  message: (line) =>
    t('Line {line} runs code from the network without a review. Link to instructions instead.', { line }),
});
