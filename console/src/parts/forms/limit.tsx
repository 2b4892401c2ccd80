// A quiet counter under a field: silent until four fifths of what fits are used, plain beyond it.

import { countCharacters } from '../../../../src/trails/document/limits.ts';
import { inDigits } from '../texts/digits.ts';

const FROM = 0.8;

export function Limit({ text, max }: { readonly text: string; readonly max: number }) {
  // Code units are never fewer than characters: short texts need no count.
  if (text.length < max * FROM) return null;
  const count = countCharacters(text);
  if (count < max * FROM) return null;
  return (
    <div className="limit numbers" data-over={count > max}>
      {inDigits(count)} of {inDigits(max)} characters
    </div>
  );
}
