// A character counter under a field. Appears at 80% of the limit and shows an error beyond it.

import { countCharacters } from '../../../../src/trails/document/limits.ts';
import { t } from '../texts/t.ts';

const FROM = 0.8;

export function Limit({ text, max }: { readonly text: string; readonly max: number }) {
  // A string never has fewer code units than characters, so short ones need no count.
  if (text.length < max * FROM) return null;
  const count = countCharacters(text);
  if (count < max * FROM) return null;
  return (
    <div className="limit numbers" data-over={count > max}>
      {t('{count} of {max} characters', { count, max })}
    </div>
  );
}
