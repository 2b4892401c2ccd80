// Makes secrets as their providers do, checksums included. None of them opens anything.
import { createHash, generateKeyPairSync } from 'node:crypto';

export type Random = (below: number) => number;

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const BASE62 = DIGITS + UPPER + LOWER;

const pick = (random: Random, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(random(alphabet.length))).join('');

const checked = (random: Random, prefix: string): string => {
  const body = pick(random, BASE62, 30);
  // The implementation under test computes this on its own.
  let [value, digits] = [checksum(body), ''];
  for (let at = 0; at < 6; at += 1) [digits, value] = [BASE62.charAt(value % 62) + digits, Math.floor(value / 62)];
  return prefix + body + digits;
};

const base64 = (random: Random, bytes: number): string =>
  Buffer.from(Array.from({ length: bytes }, () => random(256))).toString('base64');
const base64url = (random: Random, bytes: number): string =>
  Buffer.from(Array.from({ length: bytes }, () => random(256))).toString('base64url');

const password = (random: Random): string =>
  pick(random, LOWER + UPPER, 5) + pick(random, DIGITS, 3) + pick(random, '!#%+', 1) + pick(random, LOWER, 3);

let pem: string | undefined;
const privateKey = (): string => {
  pem ??= generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  return pem.trim();
};

/** A secret of each kind. */
export const SECRETS: Readonly<Record<string, (random: Random) => string>> = {
  aws: (r) => `AKIA${pick(r, `${UPPER}234567`, 16)}`,
  'aws session': (r) => `ASIA${pick(r, `${UPPER}234567`, 16)}`,
  'aws secret': (r) => `aws_secret_access_key = ${base64(r, 30)}`,
  'github classic': (r) => checked(r, 'ghp_'),
  'github app': (r) => checked(r, 'ghs_'),
  'github fine-grained': (r) => `github_pat_${pick(r, BASE62, 22)}_${pick(r, BASE62, 59)}`,
  npm: (r) => checked(r, 'npm_'),
  pypi: (r) => `pypi-AgEIcHlwaS5vcmc${base64url(r, 110)}`,
  google: (r) => `AIza${pick(r, `${BASE62}-_`, 35)}`,
  'google oauth': (r) => `GOCSPX-${pick(r, `${BASE62}-_`, 28)}`,
  slack: (r) => `xoxb-${pick(r, DIGITS, 12)}-${pick(r, DIGITS, 13)}-${pick(r, BASE62, 24)}`,
  'slack user': (r) => `xoxp-${pick(r, DIGITS, 12)}-${pick(r, DIGITS, 12)}-${pick(r, DIGITS, 12)}-${pick(r, HEX, 32)}`,
  'slack webhook': (r) =>
    `https://hooks.slack.com/services/T${pick(r, UPPER + DIGITS, 10)}/B${pick(r, UPPER + DIGITS, 10)}/${pick(r, BASE62, 24)}`,
  stripe: (r) => `sk_live_${pick(r, BASE62, r(2) === 0 ? 24 : 99)}`,
  'stripe restricted': (r) => `rk_live_${pick(r, BASE62, 24)}`,
  openai: (r) => `sk-proj-${pick(r, `${BASE62}-_`, 74)}T3BlbkFJ${pick(r, `${BASE62}-_`, 73)}A`,
  'openai classic': (r) => `sk-${pick(r, BASE62, 20)}T3BlbkFJ${pick(r, BASE62, 20)}`,
  anthropic: (r) => `sk-ant-api03-${pick(r, `${BASE62}-_`, 93)}AA`,
  'hugging face': (r) => `hf_${pick(r, LOWER + UPPER, 34)}`,
  gitlab: (r) => `glpat-${pick(r, `${BASE62}-_`, 20)}`,
  sendgrid: (r) => `SG.${pick(r, `${BASE62}-_`, 22)}.${pick(r, `${BASE62}-_`, 43)}`,
  twilio: (r) => `SK${pick(r, HEX, 32)}`,
  'azure storage': (r) =>
    `DefaultEndpointsProtocol=https;AccountName=store${r(99)};AccountKey=${base64(r, 64)};EndpointSuffix=core.windows.net`,
  'azure bus': (r) =>
    `Endpoint=sb://queue${r(99)}.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${base64(r, 32)}`,
  'azure client': (r) => `${pick(r, BASE62, 3)}8Q~${pick(r, `${BASE62}-_.~`, 33)}A`,
  'private key': () => privateKey(),
  postgres: (r) => `postgres://app:${password(r).replaceAll('#', '-')}@db${r(9)}.internal.corp.net:5432/orders`,
  mongodb: (r) => `mongodb+srv://svc:${pick(r, BASE62, 16)}@cluster${r(9)}.ab1cd.mongodb.net/main`,
  'sql server': (r) => `Server=sql${r(9)}.corp.net;Database=crm;User Id=app;Password=${password(r)};Encrypt=true`,
  jwt: (r) =>
    [
      JSON.stringify({ alg: 'HS256', typ: 'JWT' }),
      JSON.stringify({ sub: pick(r, HEX, 12), iat: 1_700_000_000 + r(9_999_999) }),
    ]
      .map((part) => Buffer.from(part).toString('base64url'))
      .concat(base64url(r, 32))
      .join('.'),
  digitalocean: (r) => `dop_v1_${pick(r, HEX, 64)}`,
  shopify: (r) => `shpat_${pick(r, HEX, 32)}`,
  telegram: (r) => `${pick(r, '123456789', 9)}:AA${pick(r, `${BASE62}-_`, 33)}`,
};

/** CRC-32 by another implementation, bit by bit. */
function checksum(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** A generator with a seed: the same numbers in every run. */
export function seeded(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
