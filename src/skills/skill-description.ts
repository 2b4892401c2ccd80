// The description of a skill, by which hosts decide when to use it: in the third person, with the situation first
// because hosts truncate it. What the trail tells its employee ("You …") is in the text.
import type { FullDocument } from '../trails/document/full-document.ts';
import { countCharacters } from '../trails/document/limits.ts';
import { oneLine } from './markup.ts';

/** The limit of the format. */
const MAX_LENGTH = 1_024;
const USE_WHEN = 'Use when: ';
const GUIDE = 'Company guide: ';
const KEYWORDS = ' Keywords: ';
const TOOLS = ' Made for: ';

export function skillDescription({ title, trigger, tools }: FullDocument, most = MAX_LENGTH): string {
  const parts = [
    trigger.when === '' ? `Use when the task is: ${title}` : `${USE_WHEN}${trigger.when}`,
    trigger.when === '' || title === '' ? '' : `${GUIDE}${title}`,
    trigger.keywords.length === 0 ? '' : `${KEYWORDS}${trigger.keywords.join(', ')}`,
    tools.length === 0 ? '' : `${TOOLS}${tools.join(', ')}`,
  ];
  // Hosts that put descriptions into a prompt reject angle brackets.
  const sentences = parts.map((part) => oneLine(part.replace(/[<>]/g, ''))).filter((part) => part !== '');
  return cut(sentences.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`)).join(' '), most);
}

/** The fields that can be read back from the description. An export carries those that differ. */
export interface DescribedFields {
  readonly when: string;
  readonly keywords: readonly string[];
  readonly tools: readonly string[];
}

export function describedFields(description: string): DescribedFields {
  const guideAt = description.indexOf(` ${GUIDE}`);
  const [keywordsAt, toolsAt] = [description.lastIndexOf(KEYWORDS), description.lastIndexOf(TOOLS)];
  const listed = (from: number, mark: string, to?: number): string[] =>
    from < 0
      ? []
      : description
          .slice(from + mark.length, to)
          .replace(/\.$/, '')
          .split(', ');
  return {
    when: description.startsWith(USE_WHEN) && guideAt > 0 ? description.slice(USE_WHEN.length, guideAt) : '',
    keywords: listed(keywordsAt, KEYWORDS, toolsAt > keywordsAt ? toolsAt : undefined),
    tools: listed(toolsAt, TOOLS),
  };
}

/** Truncates to this many UTF-16 units, which is what most hosts count. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length > most - 1) break;
    kept += character;
  }
  const words = kept.replace(/\s+\S*$/, '');
  return `${countCharacters(words) === 0 ? kept : words}…`;
}
