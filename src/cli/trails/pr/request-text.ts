// The texts of a commit and a request. Names and titles come from people, so they are escaped.
import { counted } from '../counted.ts';
import type { Author, ConsoleChange } from './console-changes.ts';

export interface Left {
  readonly folder: string;
  readonly sentence: string;
}

/** Names the commit on which a commit of this command was built. Later commits of other people lack it. */
export const BASE_TRAILER = 'Cairn-Base';

const MAX_LISTED = 100;

/** The message of the commit. With `base`, the next run may replace the commit. */
export function commitMessage(changes: readonly ConsoleChange[], cairnUrl: string, base: string | undefined): string {
  const people = new Map(changes.flatMap(({ authors }) => authors).map((author) => [author.id, author]));
  const trailers = [
    ...(base === undefined ? [] : [`${BASE_TRAILER}: ${base}`]),
    ...[...people.values()].map((author) => `Co-authored-by: ${plainName(author)} <${mailOf(author, cairnUrl)}>`),
  ];
  const lines = listed(changes.map(({ folder, change }) => `- ${oneLine(folder)}: ${change}`));
  const parts = [
    `trails: ${counted(changes.length, 'change')} from the console`,
    lines.join('\n'),
    trailers.join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The description in Markdown. */
export function requestBody(changes: readonly ConsoleChange[], left: readonly Left[], cairnUrl: string): string {
  const lines = changes.map(({ folder, change, authors }) => {
    const names = authors.map((author) => escaped(plainName(author))).join(', ');
    return `- ${code(folder)} ${change}${names === '' ? '' : ` by ${names}`}`;
  });
  const skipped = left.map(({ folder, sentence }) => `- ${code(folder)}: ${escaped(oneLine(sentence))}`);
  return [
    `These trails were changed in the console of ${cairnUrl}:`,
    listed(lines).join('\n'),
    ...(skipped.length === 0 ? [] : ['Not included:', listed(skipped).join('\n')]),
    'The next run of `cairn trails pr` updates this request.',
  ].join('\n\n');
}

function listed(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_LISTED;
  return rest > 0 ? [...lines.slice(0, MAX_LISTED), `- and ${rest} more`] : [...lines];
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** A trailer is one line, and its address is in angle brackets. */
const plainName = ({ name }: Author): string => oneLine(name).replaceAll(/[<>]/g, '').trim() || 'Someone';

/** Cairn does not reveal addresses to authors. This one receives no mail, and differs for each person. */
const mailOf = ({ id }: Author, cairnUrl: string): string => `${id}@${new URL(cairnUrl).hostname}`;

/** Prevents formatting, HTML, links and mentions. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_{}[\]()#+!|<>~&]/g, '\\$&').replaceAll('@', '@\u200b');

const code = (text: string): string => `\`${oneLine(text).replaceAll('`', "'")}\``;
