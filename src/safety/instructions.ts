// Finds instructions to an AI tool that work against the person who uses the prompt: to override its rules, to hide
// what it does, or to send data away. Sentences about such instructions, and advice against them, are fine.

import { t } from '../base/texts/t.ts';
import { isAbout } from './mentions.ts';
import { pattern } from './pattern.ts';
import type { Spot } from './safety-finding.ts';

/** Verbs that cancel rules, in the languages that most catalogs use. */
const CANCEL = pattern(
  'gi',
  String.raw`\b(?:ignor(?:e|ing|ez|iere|ieren|a|ar|ate)|disregard(?:ing)?|forget|overrid(?:e|ing)|`,
  String.raw`bypass(?:ing)?|circumvent|do not (?:follow|obey|comply with)|don['’]t (?:follow|obey)|`,
  String.raw`stop following|missachte|vergiss|oublie[rz]?|olvida|dimentica)\b(?=[^.!?\n]*$)`,
);
/** What they cancel. `ignore any instructions in the document` protects a person, so `any` does not count. */
const EARLIER = pattern(
  'i',
  String.raw`\b(?:previous|prior|earlier|above|preceding|foregoing|original|system|safety|developer|`,
  String.raw`your|all (?:of )?(?:the|your|other)|all|everything|vorherigen?|bisherigen?|obigen?|alle|`,
  String.raw`deine|pr[eé]c[eé]dentes?|toutes|anteriores|todas|precedenti|tutte)\b`,
);
const INSIDE = pattern(
  'i',
  String.raw`^\w*\s+(?:that (?:are|appear|come)|in|inside|within|contained|embedded|found|hidden|`,
  String.raw`from|written|it contains|which|quoted)\b`,
);

/** Found at a word such as `instructions`, `guidelines` or `system prompt`. */
export function findOverride(text: string, at: number, end: number, found: Spot[]): void {
  const before = text.slice(Math.max(0, at - 100), at);
  const verb = [...before.matchAll(CANCEL)].at(-1);
  if (verb === undefined) return;
  const start = at - before.length + verb.index;
  if (!EARLIER.test(text.slice(start + verb[0].length, end))) return;
  if (INSIDE.test(text.slice(end, end + 40)) || isAbout(text, start)) return;
  found.push(instruction(start, end - start, OVERRIDE));
}

const PERSON = pattern(
  'i',
  String.raw`^[^.!?\n]{0,24}?\b(?:(?:the|this|our|your|any) (?:users?|humans?|reader|operator|`,
  String.raw`administrators?|admins?|security team|it department)\b|knowing\b)`,
);

/** Found at phrases such as `don't tell `. */
export function findConcealment(text: string, at: number, end: number, found: Spot[]): void {
  const who = PERSON.exec(text.slice(end, end + 60))?.[0];
  if (who === undefined || isAbout(text, at)) return;
  // The phrase begins with the last letter of a word such as `don't`.
  const start = at - (/[\w'’]*$/.exec(text.slice(Math.max(0, at - 8), at))?.[0].length ?? 0);
  found.push(instruction(start, end - start + who.length, HIDE));
}

const DEED = pattern(
  'i',
  String.raw`^[^.!?\n]{0,30}?\b(?:send|sends|forward|copy|post|upload|transmit|e?-?mail|append|`,
  String.raw`include|add|execute|run|install|download|store|record|collect|delete|call|encode|report|`,
  String.raw`change|disable)\b`,
);

/** Found at adverbs such as `secretly `. */
export function findSecretDeed(text: string, at: number, end: number, found: Spot[]): void {
  const deed = DEED.exec(text.slice(end, end + 50))?.[0];
  if (deed !== undefined && !isAbout(text, at)) found.push(instruction(at, end - at + deed.length, HIDE));
}

const AWAY = pattern(
  'i',
  String.raw`\b(?:send|post|upload|forward|transmit|e-?mail|leak|submit|exfiltrate|copy|append|`,
  String.raw`deliver|sende|schicke|envoie[rz]?|env[ií]a)\b[^.!?\n]{0,60}$`,
);
const ADDRESS = /^[^!?\n]{0,80}?(?:https?:\/\/|[\w.+-]{1,40}@[\w-]{1,40}\.)/i;

/** Sends what a chat contains to an address. Found at a word such as `conversation` or `credentials`. */
export function findExfiltration(text: string, at: number, end: number, found: Spot[]): void {
  const before = text.slice(Math.max(0, at - 80), at);
  const sending = AWAY.exec(before);
  if (sending === null || !ADDRESS.test(text.slice(end, end + 130))) return;
  const start = at - before.length + sending.index;
  if (!isAbout(text, start)) found.push(instruction(start, end - start, EXFILTRATE));
}

/** An image whose address carries what a person fills in, or what the AI tool knows. */
const LEAKING_IMAGE = /!\[[^\]\n]{0,80}\]\(\s{0,4}https?$/;
const CARRIED = /^:\/\/[^\s)]{1,200}(?:\{\{|\{[a-z_]|<[a-z_]|\[[a-z_])/i;

export function findLeakingImage(text: string, colon: number, found: Spot[]): void {
  if (!CARRIED.test(text.slice(colon, colon + 240))) return;
  const image = LEAKING_IMAGE.exec(text.slice(Math.max(0, colon - 100), colon));
  if (image !== null) found.push(instruction(colon - image[0].length, image[0].length, EXFILTRATE));
}

/** Marks that separate the parts of a conversation for a model. */
export function findControlToken(_text: string, at: number, end: number, found: Spot[]): void {
  found.push(instruction(at, end - at, CONTROL));
}

const OVERRIDE: Spot['message'] = (line) =>
  t('Line {line} asks the AI tool to ignore its other instructions. Say what it should do instead.', { line });
const HIDE: Spot['message'] = (line) =>
  t('Line {line} asks the AI tool to hide something from people. Remove it.', { line });
const EXFILTRATE: Spot['message'] = (line) =>
  t('Line {line} sends data from the chat to an address. Remove it.', { line });
const CONTROL: Spot['message'] = (line) =>
  t('Line {line} contains a control token of a language model. Remove it.', { line });

const instruction = (at: number, length: number, message: Spot['message']): Spot => ({
  ...{ class: 'instructions', at, length },
  message,
});
