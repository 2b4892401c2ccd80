// Finds personal data: card numbers, bank accounts, e-mail addresses and phone numbers of people.

import { t } from '../base/texts/t.ts';
import { passesLuhn, passesMod97 } from './checksums.ts';
import { pattern } from './pattern.ts';
import { forEachRun, tableOf } from './runs.ts';
import { isInDomain, type Reading, type Spot } from './safety-finding.ts';

const NUMBER_CHARACTERS = tableOf(/[0-9 ()+./-]/);
const SHORTEST_NUMBER = 9;
const DIGIT = tableOf(/\d/);

/** Finds card numbers, bank accounts and phone numbers, which all contain a long run of digits and separators. */
export function findNumbers(reading: Reading): void {
  const { text, codes, scrutiny, found } = reading;
  forEachRun(reading, NUMBER_CHARACTERS, SHORTEST_NUMBER, (from, to) => {
    let digits = 0;
    for (let at = from; at < to && digits < SHORTEST_NUMBER; at += 1) digits += DIGIT[codes[at] ?? 0] ?? 0;
    if (digits < SHORTEST_NUMBER || !scrutiny.spend('personal_data', from, (to - from) * 2)) return;
    const spot = accountAround(text, from, to) ?? cardIn(text, from, to) ?? phoneIn(text, from, to);
    if (spot !== undefined && spot.at !== found.at(-1)?.at) found.push(spot);
  });
}

const CARD = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.]\d|\d)/g;
/** Visa, Mastercard, American Express, Discover, Diners Club, JCB, UnionPay: first digits and lengths. */
const CARDS = pattern(
  '',
  String.raw`^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|`,
  String.raw`720)\d{12}|3[47]\d{13}|6(?:011|5\d\d|4[4-9]\d)\d{12}|3(?:0[0-5]|[689]\d)\d{11}|`,
  String.raw`35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17})$`,
);
/** Numbers that payment providers print for tests. */
const TEST_CARDS = pattern(
  '',
  String.raw`^(?:4111111111111111|4012888888881881|4222222222222|4242424242424242|4000056655665556|`,
  String.raw`4000000000000002|5555555555554444|5105105105105100|5200828282828210|2223003122003222|`,
  String.raw`378282246310005|371449635398431|6011111111111117|6011000990139424|30569309025904|`,
  String.raw`38520000023237|3530111333300000|3566002020360505)$`,
);

function cardIn(text: string, from: number, to: number): Spot | undefined {
  for (const match of text.slice(from, to).matchAll(CARD)) {
    const number = match[0].replace(/[ -]/g, '');
    if (!CARDS.test(number) || TEST_CARDS.test(number) || !passesLuhn(number)) continue;
    return personal(from + match.index, match[0].length, CARD_MESSAGE);
  }
  return undefined;
}

/** Two letters, two digits, and groups of letters and digits. */
const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/;
/** Lengths of IBANs by country (ISO 13616 registry). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  ...{ AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BR: 29, BY: 28, CH: 21, CR: 22, CY: 28 },
  ...{ CZ: 24, DE: 22, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18 },
  ...{ GR: 27, GT: 28, HR: 21, HU: 28, IE: 22, IL: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LI: 21, LT: 20 },
  ...{ LU: 20, LV: 21, MC: 27, MD: 24, ME: 22, MK: 19, MT: 31, NL: 18, NO: 15, PK: 24, PL: 28, PS: 29, PT: 25, QA: 29 },
  ...{ RO: 28, RS: 22, SA: 24, SE: 24, SI: 19, SK: 24, SM: 27, TN: 24, TR: 26, UA: 29, VA: 22, XK: 20 },
};
/** Accounts that banks print as examples. */
const EXAMPLE_IBANS = pattern(
  '',
  String.raw`^(?:DE89370400440532013000|GB82WEST12345698765432|GB29NWBK60161331926819|`,
  String.raw`CH9300762011623852957|NL91ABNA0417164300|FR1420041010050500013M02606)$`,
);

/** An IBAN whose digits are in the run. Its letters are at most 12 characters before, or a few behind. */
function accountAround(text: string, from: number, to: number): Spot | undefined {
  const start = Math.max(0, from - 12);
  const match = IBAN.exec(text.slice(start, Math.min(to + 24, from + 60)));
  const iban = match?.[0].replaceAll(' ', '') ?? '';
  // The pattern may take up to three characters of the next word in capital letters.
  const length = IBAN_LENGTHS[iban.slice(0, 2)];
  if (match === null || length === undefined || iban.length < length) return undefined;
  const exact = iban.slice(0, length);
  if (!passesMod97(exact) || EXAMPLE_IBANS.test(exact)) return undefined;
  return personal(start + match.index, match[0].length, ACCOUNT_MESSAGE);
}

const INTERNATIONAL = /(?:\+|(?<!\d ?)\b00)[1-9]\d{0,2}[ ()./-]{0,3}\d(?:[ ()./-]{0,3}\d){6,11}(?!\d)/;
const NORTH_AMERICAN = /(?<!\d)(?:\([2-9]\d\d\) ?|[2-9]\d\d[-.])[2-9]\d\d[-.]\d{4}(?!\d)/;
const NATIONAL = /(?<!\d)\(?0\d{1,4}\)?[ ./-]{0,3}\d(?:[ ./-]?\d){5,9}(?!\d)/;
const CALLED =
  /(?:phone|tele?f|\btel|call|mobile|mobil|cell|fax|handy|whatsapp|sms|t\u00e9l|m\u00f3vil|reach)[^\n]{0,24}$/i;
/** Fictitious and toll-free numbers. */
const NOBODYS = pattern(
  '',
  String.raw`555[ ().-]{0,3}01\d\d|7700[ ]?900|^\D{0,2}(?:00)?1?[ ().-]{0,3}8(?:00|88|77|66|55|44|`,
  String.raw`33)\b|^\(?0?800|^(?:\+|00)\d\d ?\(?0?800|1234567|0000000`,
);

function phoneIn(text: string, from: number, to: number): Spot | undefined {
  const run = text.slice(from, to);
  const isCalled = () => CALLED.test(text.slice(Math.max(0, from - 40), from));
  const match = INTERNATIONAL.exec(run) ?? NORTH_AMERICAN.exec(run) ?? (isCalled() ? NATIONAL.exec(run) : null);
  if (match === null || NOBODYS.test(match[0])) return undefined;
  return personal(from + match.index, match[0].length, PHONE_MESSAGE);
}

const LOCAL_PART = tableOf(/[A-Za-z0-9._%+-]/);
const DOMAIN = /@((?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24})(?![A-Za-z0-9-])/y;
const STAND_IN_DOMAIN = pattern(
  'i',
  String.raw`(?:^|\.)(?:example|test|invalid|localhost|local|internal)$|(?:^|\.)example\.|^(?:your|`,
  String.raw`my|our|the|some)?-?(?:company|firma|domain|corp|organi[sz]ation|business|employer|mail|`,
  String.raw`email|provider|site|website|client|customer|vendor|partner|acme|contoso|fabrikam|`,
  String.raw`northwind|initech|globex|foo|bar)\w{0,8}\.`,
);
const ROLE = pattern(
  'i',
  String.raw`^(?:info|support|help|helpdesk|service|servicedesk|kundenservice|hello|hi|contact|`,
  String.raw`kontakt|office|sales|vertrieb|marketing|press|presse|media|hr|jobs|careers|recruiting|`,
  String.raw`people|payroll|it|ops|admin|administrator|root|postmaster|webmaster|hostmaster|abuse|`,
  String.raw`security|privacy|datenschutz|dpo|legal|compliance|billing|invoices?|rechnung(?:en)?|`,
  String.raw`accounting|accounts?|finance|orders?|bestellung(?:en)?|shipping|returns|team|all|`,
  String.raw`everyone|news|newsletter|events|feedback|no-?reply|do-?not-?reply|notifications?|`,
  String.raw`alerts?|bot|api|dev|git|test|demo|user|username|name|you|your\w*|me|someone|somebody|`,
  String.raw`anyone|person|recipient|sender|customer|employee|manager|colleague|firstname|first|`,
  String.raw`vorname|john\.?doe|jane\.?doe|j\.?doe|max\.?mustermann|erika\.?mustermann|mustermann|`,
  String.raw`foo|bar|x+|abc|alice|bob)(?:[.+_-].*)?$`,
);

/** The address of a person, found at its `@`. Roles, the workspace's domains and examples are fine. */
export function findMailbox({ text, codes, options, found }: Reading, at: number): void {
  let start = at;
  while (start > 0 && at - start < 64 && LOCAL_PART[codes[start - 1] ?? 0] === 1) start -= 1;
  DOMAIN.lastIndex = at;
  const domain = start === at ? undefined : DOMAIN.exec(text)?.[1]?.toLowerCase();
  if (domain === undefined || ROLE.test(text.slice(start, at))) return;
  if (STAND_IN_DOMAIN.test(domain) || isInDomain(domain, options.domains)) return;
  // The password in an address ends at this sign, too.
  if (/:\/\/[^\s/]*$/.test(text.slice(Math.max(0, at - 200), at))) return;
  found.push(personal(start, at - start + 1 + domain.length, MAILBOX_MESSAGE));
}

const CARD_MESSAGE: Spot['message'] = (line) => t('Line {line} contains a card number. Remove it.', { line });
const ACCOUNT_MESSAGE: Spot['message'] = (line) =>
  t('Line {line} contains the number of a bank account. Remove it.', { line });
const PHONE_MESSAGE: Spot['message'] = (line) =>
  t('Line {line} contains a phone number. Remove it, or name a role instead.', { line });
const MAILBOX_MESSAGE: Spot['message'] = (line) =>
  t("Line {line} contains a person's email address. Remove it, or name a role instead.", { line });

const personal = (at: number, length: number, message: Spot['message']): Spot => ({
  ...{ class: 'personal_data', at, length },
  message,
});
