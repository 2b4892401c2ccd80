// The safety check: finds secrets, personal data, hidden text and harmful instructions in the texts of a document. It
// is deterministic and takes linear time for any text.
import { t } from '../base/texts/t.ts';
import { findComments, findDataUri, findOutsideLink } from './addresses.ts';
import { anchorScan } from './anchors.ts';
import { findUnseen } from './characters.ts';
import {
  findConcealment,
  findControlToken,
  findExfiltration,
  findLeakingImage,
  findOverride,
  findSecretDeed,
} from './instructions.ts';
import { findMailbox, findNumbers } from './personal-data.ts';
import { findPipes, findRemoteCall } from './remote-code.ts';
import {
  type FieldText,
  type Reading,
  type SafetyClass,
  type SafetyFinding,
  type SafetyOptions,
  Scrutiny,
  type Spot,
} from './safety-finding.ts';
import {
  findAssigned,
  findAzureSecrets,
  findBearer,
  findCredentialsInUrl,
  findPrivateKey,
  findTokens,
  findWebhook,
} from './secrets.ts';

/** The maximum number of findings of each class per field. */
const MAX_SPOTS = 10;

const TELL = ['tell', 'mention', 'inform', 'reveal', 'disclose', 'notify', 'let the', 'alert', 'warn'];

/** Each phrase has at least seven letters, because the scan can skip almost as many. */
const scanAnchors = anchorScan({
  override: [
    ...['instruct', 'instrucc', 'instruç', 'anweisung', 'istruzion', 'guideline', 'guardrail', 'system prompt'],
    ...['safety rule', 'previous prompt'],
  ],
  conceal: [
    ...['t', 'r'].flatMap((last) => TELL.map((verb) => `${last} ${verb} `)),
    ...['telling ', 'informing ', 'mentioning ', 'notifying ', 'alerting ', 'the user '].map(
      (word) => `without ${word}`,
    ),
    ...['hide this from', 'hide it from', 'hide them from', 'hidden from', 'secret from', 'conceal this from'],
  ],
  secretly: ['secretly ', 'silently ', 'covertly ', 'stealthily '],
  away: [
    ...['conversation', 'chat history', 'whole chat', 'entire chat', 'system prompt', 'context window', 'credential'],
    ...['passwords', 'api keys', 'secrets ', 'access token', 'session token', 'cookies ', 'environment variable'],
    ...['everything ', 'all data', 'all the data', 'all files', 'all messages', 'all documents', 'all customer'],
  ],
  control: [
    ...['<|im_start|>', '<|im_end|>', '<|system|>', '<|endoftext|>', '<|begin_of_text|>', '<|start_header_id|>'],
    ...['[/inst]', '<<sys>>'],
  ],
  call: [
    ...['<(curl ', '<(wget ', '$(curl ', '$(wget ', '`curl -', '`wget -', 'downloadstring(', 'invoke-expression'],
    ...['iex (iwr', 'iex (irm', 'iex(iwr', 'iex(irm', 'iex ((n', 'iex (new', '-encodedcommand', 'powershell -e'],
    ...['mshta http', 'certutil -urlcache'],
  ],
  assigned: [
    ...[
      'password',
      'passwort',
      'passwd=',
      'passwd:',
      'kennwort',
      'api_key',
      'api-key',
      'apikey=',
      'apikey:',
      'api key',
    ],
    ...[
      '_secret',
      'secret=',
      'secret:',
      'secret_',
      'client secret',
      'clientsecret',
      'secretaccess',
      '_token=',
      '_token:',
    ],
    ...[' token:', 'token = ', 'accountkey', 'accesskey', 'access key', 'access_key', 'access token', 'access_token'],
  ],
  bearer: ['bearer '],
  private_key: ['private key'],
  webhook: [
    ...['hooks.slack.com/services/', 'discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    '.webhook.office.com/webhookb2/',
  ],
  data: [
    'data:text/',
    'data:image/',
    'data:appl',
    'data:audio/',
    'data:video/',
    'data:font/',
    'data:;base64',
    'data:base64',
  ],
});

const AT_ANCHORS = {
  override: { class: 'instructions', weight: 100, find: findOverride },
  conceal: { class: 'instructions', weight: 60, find: findConcealment },
  secretly: { class: 'instructions', weight: 60, find: findSecretDeed },
  away: { class: 'instructions', weight: 80, find: findExfiltration },
  control: { class: 'instructions', weight: 20, find: findControlToken },
  call: { class: 'remote_code', weight: 100, find: findRemoteCall },
  assigned: { class: 'secrets', weight: 40, find: findAssigned },
  bearer: { class: 'secrets', weight: 40, find: findBearer },
  private_key: { class: 'secrets', weight: 100, find: findPrivateKey },
  webhook: { class: 'secrets', weight: 100, find: findWebhook },
  data: { class: 'data_uris', weight: 40, find: findDataUri },
} as const satisfies Record<
  string,
  {
    readonly class: SafetyClass;
    readonly weight: number;
    readonly find: (text: string, at: number, end: number, found: Spot[]) => void;
  }
>;

/** Findings in the order of the texts. */
export function findUnsafe(texts: readonly FieldText[], options: SafetyOptions): SafetyFinding[] {
  const scrutiny = new Scrutiny();
  const codes = new Uint8Array(Math.max(0, ...texts.map(({ text }) => text.length)));
  return texts.flatMap(({ field, text }) => {
    if (text.length < 3) return [];
    const spots = spotsIn({ text, codes: readInto(codes, text), options, scrutiny, found: [] });
    return spots.length === 0 ? [] : distinct(spots).map((spot) => findingOf(field, text, spot));
  });
}

const encoder = new TextEncoder();

/** Copies the characters. Text of only ASCII is copied at once. */
function readInto(codes: Uint8Array, text: string): Uint8Array {
  const { read, written } = encoder.encodeInto(text, codes);
  if (read === text.length && written === text.length) return codes;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    codes[at] = code < 128 ? code : 128;
  }
  return codes;
}

function spotsIn(reading: Reading): readonly Spot[] {
  const { text, codes, scrutiny, found } = reading;
  findUnseen(reading);
  findTokens(reading);
  findAzureSecrets(reading);
  findNumbers(reading);
  scanAnchors(codes, text.length, (kind, at, end) => {
    const anchor = AT_ANCHORS[kind];
    if (scrutiny.spend(anchor.class, at, anchor.weight)) anchor.find(text, at, end, found);
  });
  findPipes(reading);
  findComments(reading);
  findAtSchemes(reading);
  findAtSigns(reading);
  for (const [kind, at] of scrutiny.takeUnread()) found.push({ class: kind, at, length: 1, message: TOO_MANY });
  return found;
}

const TOO_MANY: Spot['message'] = (line) =>
  t('From line {line} on, the text has too many suspicious places to check. Shorten it.', { line });

function findAtSchemes(reading: Reading): void {
  const { text, scrutiny, found } = reading;
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    if (!scrutiny.spend('secrets', at, 10)) return;
    findCredentialsInUrl(text, at, found);
    if (reading.options.domains.length > 0 && scrutiny.spend('outside_links', at, 20)) findOutsideLink(reading, at);
    if (hasBracket(reading, at) && scrutiny.spend('instructions', at, 40)) findLeakingImage(text, at, found);
  }
}

/** True for `(https`, `(http` and their spaces, as in the address of an image. */
const hasBracket = ({ codes }: Reading, colon: number): boolean =>
  codes[colon - 6] === BRACKET || codes[colon - 5] === BRACKET;

const BRACKET = 40;

function findAtSigns(reading: Reading): void {
  const { text, scrutiny } = reading;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (!scrutiny.spend('personal_data', at, 40)) return;
    findMailbox(reading, at);
  }
}

/** Without overlaps in a class. A certain finding wins over a doubtful one. */
function distinct(spots: readonly Spot[]): Spot[] {
  const kept: Spot[] = [];
  const byCertainty = spots.toSorted(
    (one, other) => Number(one.isDoubtful ?? false) - Number(other.isDoubtful ?? false) || one.at - other.at,
  );
  for (const spot of byCertainty) {
    const alike = kept.filter((other) => other.class === spot.class);
    const overlaps = (other: Spot) => spot.at < other.at + other.length && other.at < spot.at + spot.length;
    if (alike.length < MAX_SPOTS && !alike.some(overlaps)) kept.push(spot);
  }
  return kept.sort((one, other) => one.at - other.at);
}

function findingOf(field: string, text: string, { message, ...spot }: Spot): SafetyFinding {
  return { ...spot, field, found: text.slice(spot.at, spot.at + spot.length), message: message(lineAt(text, spot.at)) };
}

function lineAt(text: string, at: number): string {
  let line = 1;
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', next + 1)) line += 1;
  return String(line);
}
