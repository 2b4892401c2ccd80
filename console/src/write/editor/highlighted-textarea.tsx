// A textarea that highlights placeholders. The text is rendered twice in the same place, once below the textarea with
// the highlights.
import { placeholderParts } from '../../../../src/trails/document/placeholders.ts';

interface HighlightedTextareaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

export function HighlightedTextarea({ label, value, onChange }: HighlightedTextareaProps) {
  return (
    <div className="highlighted">
      <div aria-hidden="true" dir="auto">
        {placeholderParts(value).map(({ text, kind, at }) =>
          kind === 'text' || kind === 'literal' ? (
            <span key={at}>{text}</span>
          ) : (
            <mark key={at} className={kind}>
              {text}
            </mark>
          ),
        )}
        {/* Gives an empty last line its height. */}
        {'\n'}
      </div>
      <textarea
        aria-label={label}
        value={value}
        dir="auto"
        spellCheck
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
