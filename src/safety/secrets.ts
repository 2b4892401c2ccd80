// Finds tokens, passwords and keys. The messages name the kind of a secret but never quote it.

import { t } from '../base/texts/t.ts';
import { pattern } from './pattern.ts';
import { isBlankPassword, isStandIn } from './placeholders.ts';
import { forEachRun, tableOf } from './runs.ts';
import type { Reading, Spot } from './safety-finding.ts';
import { formatsAt, type TokenFormat } from './token-formats.ts';

const TOKEN_CHARACTERS = tableOf(/[A-Za-z0-9_.-]/);
/** AWS access keys have 20 characters, and no token is shorter. */
const SHORTEST_TOKEN = 20;
const ALPHANUMERIC = tableOf(/[A-Za-z0-9]/);

/** Finds tokens of known formats. */
export function findTokens(reading: Reading): void {
  const { text, codes, scrutiny, found } = reading;
  forEachRun(reading, TOKEN_CHARACTERS, SHORTEST_TOKEN, (from, to) => {
    let start = from;
    // Markdown puts `_` and `-` around words.
    while (start < to && ALPHANUMERIC[codes[start] ?? 0] === 0) start += 1;
    const formats = formatsAt(text, start);
    if (formats.length > 0 && scrutiny.spend('secrets', start, 24)) {
      const token = tokenAt(text, start, formats);
      if (token !== undefined) found.push(token);
    } else if (to - start === AZURE_LENGTH && AZURE.test(text.slice(start, to)))
      found.push(secret(start, AZURE_LENGTH, 'Azure key'));
  });
}

/** Keys of Azure AI, and personal access tokens of Azure DevOps. */
const AZURE_LENGTH = 84;
const AZURE = /^[A-Za-z0-9]{52}(?:JQQJ99[A-Za-z0-9]{26}|[A-Za-z0-9]{24}AZDO[A-Za-z0-9]{4})$/;

function tokenAt(text: string, at: number, formats: readonly TokenFormat[]): Spot | undefined {
  for (const { name, prefix, rest, isValid, before } of formats) {
    if (!text.startsWith(prefix, at)) continue;
    rest.lastIndex = at + prefix.length;
    const body = rest.exec(text)?.[0];
    if (body === undefined || before?.test(text.slice(Math.max(0, at - 12), at)) === false) continue;
    if (isStandIn(body) || DOCUMENTED.has(prefix + body)) return undefined;
    return secret(at, prefix.length + body.length, name, isValid?.(body) === false);
  }
  return undefined;
}

/** Tokens that their providers' documentation prints. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'sk_test_BQokikJOvBiI2HlWgH4olfQ2',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.' +
    'SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
]);

/** Finds client secrets of Azure, which have `Q~` after a digit in the middle. */
export function findAzureSecrets({ text, scrutiny, found }: Reading): void {
  for (let at = text.indexOf('Q~'); at !== -1; at = text.indexOf('Q~', at + 2)) {
    if (!scrutiny.spend('secrets', at, 40)) return;
    const [match] =
      /^[A-Za-z0-9_.~-]{3}\dQ~[A-Za-z0-9_.~-]{31,34}(?![A-Za-z0-9_~-])/.exec(text.slice(at - 4, at + 40)) ?? [];
    if (match !== undefined && !isStandIn(match)) found.push(secret(at - 4, match.length, 'Azure client secret'));
  }
}

/** A block that begins with this line, and at least one line of the key. `end` is the end of `private key`. */
export function findPrivateKey(text: string, at: number, end: number, found: Spot[]): void {
  const before = text.slice(Math.max(0, at - 24), at);
  const begin = /-----BEGIN [A-Z0-9 ]{0,12}$/.exec(before)?.[0];
  if (begin === undefined) return;
  const body = /^(?: BLOCK)?-----(?:\s|\\[nr])*((?:[A-Za-z-]+: [^\n]{0,80}\s+){0,3}[A-Za-z0-9+/=]{16,64})/.exec(
    text.slice(end, end + 300),
  )?.[1];
  if (body !== undefined && !isStandIn(body)) found.push(secret(at - begin.length, begin.length + 16, 'private key'));
}

/** `scheme://user:password@host`, found at its colon. */
const CREDENTIALS = /:\/\/([^\s/:@"'<>]{0,80}):([^\s/@"'<>]{3,120})@[A-Za-z0-9[{]/y;

export function findCredentialsInUrl(text: string, colon: number, found: Spot[]): void {
  CREDENTIALS.lastIndex = colon;
  const match = CREDENTIALS.exec(text);
  if (match === null || isBlankPassword(match[2] ?? '')) return;
  found.push(secret(colon, match[0].length - 1, 'address with a password'));
}

/** Secret parts of addresses to which anyone can post. Found at the end of the host. */
const WEBHOOK = /[A-Za-z0-9_/@.-]{30,300}/y;

export function findWebhook(text: string, at: number, end: number, found: Spot[]): void {
  WEBHOOK.lastIndex = end;
  const path = WEBHOOK.exec(text)?.[0];
  if (path !== undefined && !isStandIn(path)) found.push(secret(at, end - at + path.length, 'webhook address'));
}

/** What follows a word such as `password` if it is assigned a value. */
const ASSIGNED = pattern(
  'y',
  String.raw`[A-Za-z0-9_-]{0,20}["'\x60*]{0,3}[ \t]{0,4}(=>|:=|=|:|\bis\b|\bist\b|`,
  String.raw`\blautet\b)[ \t*]{0,4}(?:Bearer )?["'\x60]?([^\s"'\x60,;<>|]{8,300})`,
);

/** A value after `password:`, `api_key =` and similar words. */
export function findAssigned(text: string, at: number, end: number, found: Spot[]): void {
  ASSIGNED.lastIndex = end;
  const match = ASSIGNED.exec(text);
  const value = (match?.[2] ?? '').replace(/[.)\]}*_]+$/, '');
  if (match === null || !isRandom(value) || isStandIn(value) || isBlankPassword(value)) return;
  const word = text.slice(at, end).toLowerCase();
  const isPassword = /pass|kennw/.test(word);
  if (!isPassword && value.length < 16) return;
  // In `Server=db;Password=…`, the rest proves that it is a password.
  const isConnection =
    isPassword && /(?:server|data source|host|user id|uid)\s?=/i.test(text.slice(Math.max(0, at - 160), at));
  const isKey = value.length >= 24 && match[1] !== 'is';
  found.push(secret(at, end - at + match[0].length, isPassword ? 'password' : 'key', !isKey && !isConnection));
}

/** `Bearer` and a token. */
const BEARER = /[A-Za-z0-9_.~+/=-]{24,2000}/y;

export function findBearer(text: string, at: number, end: number, found: Spot[]): void {
  BEARER.lastIndex = end;
  const token = BEARER.exec(text)?.[0];
  if (token === undefined || !isRandom(token) || isStandIn(token) || DOCUMENTED.has(token)) return;
  found.push(secret(at, end - at + token.length, 'token'));
}

/** True for `Winter2026!` and random text; false for words, numbers, variables, calls and addresses. */
function isRandom(value: string): boolean {
  if (value.length < 8 || /^https?:|[({]|^\$|^process\.|^os\./.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  if (!/\d/.test(value)) return value.length >= 32 && /[a-z]/.test(value) && /[A-Z]/.test(value.slice(1));
  return /[A-Za-z]/.test(value) && (kinds >= 3 || value.length >= 20);
}

const secret = (at: number, length: number, what: string, isDoubtful = false): Spot => ({
  ...{ class: 'secrets', at, length, isDoubtful },
  message: (line) =>
    isDoubtful
      ? t('Line {line} may contain a secret ({what}). If it is real, remove it and revoke it with its provider.', {
          line,
          what,
        })
      : t('Line {line} contains a secret ({what}). Remove it, and revoke it with its provider.', { line, what }),
});
