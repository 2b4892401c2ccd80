// Estimates the complexity of a YAML block before parsing. The parser recurses for every level (too many end the
// process) and compares each key with all others.
import { CST, Lexer } from 'yaml';

/** Characters outside double quotes. An export carries its document in one quoted text. */
const MAX_LENGTH = 16_384;
/** Characters that start a list, a map, an item or a value, an upper bound for levels and keys. */
const MAX_SIGNS = 300;
const SIGNS: ReadonlySet<string | null> = new Set([
  'flow-map-start',
  'flow-seq-start',
  'seq-item-ind',
  'explicit-key-ind',
  'map-value-ind',
  'comma',
]);

/** The limit that the block exceeds. Stops reading at that point. */
export function boundBroken(yaml: string): 'length' | 'signs' | undefined {
  let [length, signs] = [0, 0];
  for (const token of new Lexer().lex(yaml)) {
    const type = CST.tokenType(token);
    if (type !== 'double-quoted-scalar') length += token.length;
    if (SIGNS.has(type)) signs += 1;
    if (length > MAX_LENGTH) return 'length';
    if (signs > MAX_SIGNS) return 'signs';
  }
  return undefined;
}
