// A text field that marks placeholders where they stand: the text is drawn twice in the same place, once as marks
// beneath.
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
        {/* A last empty line would otherwise have no height. */}
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
