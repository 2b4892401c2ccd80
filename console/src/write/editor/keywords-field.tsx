// Keywords as pills in a field. Enter or a comma completes one; Backspace removes the last.
import { Pill, PillsInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../parts/texts/t.ts';
import { withKeywords } from './with-keywords.ts';

interface KeywordsFieldProps {
  readonly value: readonly string[];
  readonly onChange: (keywords: string[]) => void;
}

export function KeywordsField({ value, onChange }: KeywordsFieldProps) {
  const [text, setText] = useState('');
  const add = (typed: string): void => {
    const keywords = withKeywords(value, typed);
    setText('');
    if (keywords.length > value.length) onChange(keywords);
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      event.preventDefault();
      onChange(value.slice(0, -1));
    }
  };
  return (
    <PillsInput
      label={t('Keywords')}
      description={t('Lowercase phrases, as employees would type them. Press Enter or comma after each.')}
    >
      <Pill.Group>
        {value.map((keyword) => (
          <Pill
            key={keyword}
            dir="auto"
            withRemoveButton
            removeButtonProps={{ 'aria-label': t('Remove {keyword}', { keyword }), 'aria-hidden': false, tabIndex: 0 }}
            onRemove={() => onChange(value.filter((other) => other !== keyword))}
          >
            {keyword}
          </Pill>
        ))}
        <PillsInput.Field
          dir="auto"
          value={text}
          onChange={({ currentTarget }) =>
            /[,\n]/.test(currentTarget.value) ? add(currentTarget.value) : setText(currentTarget.value)
          }
          onKeyDown={onKeyDown}
          onBlur={() => add(text)}
        />
      </Pill.Group>
    </PillsInput>
  );
}
