// How much there is to a block of YAML, told before anything of it is parsed: the parser calls itself for every level
// (too many end the whole process), and compares each key with all others.
import { CST, Lexer } from 'yaml';

/** Characters beside what stands in double quotes: an export carries its document in one text. */
const LONGEST = 16_384;
/** Signs that begin a list, a map, an item or a value: as many levels and keys as there can be. */
const MOST_SIGNS = 300;
const SIGNS: ReadonlySet<string | null> = new Set([
  'flow-map-start',
  'flow-seq-start',
  'seq-item-ind',
  'explicit-key-ind',
  'map-value-ind',
  'comma',
]);

/** Which bound the block goes beyond: it is read no further than that. */
export function boundBroken(yaml: string): 'length' | 'signs' | undefined {
  let [length, signs] = [0, 0];
  for (const token of new Lexer().lex(yaml)) {
    const type = CST.tokenType(token);
    if (type !== 'double-quoted-scalar') length += token.length;
    if (SIGNS.has(type)) signs += 1;
    if (length > LONGEST) return 'length';
    if (signs > MOST_SIGNS) return 'signs';
  }
  return undefined;
}
