// An overview of a trail's blanks, each with its value. A press moves to the blank in its prompt.
import { Text, UnstyledButton } from '@mantine/core';
import { placeholderNames } from '../../../src/trails/document/placeholders.ts';
import { Section } from '../parts/forms/section.tsx';
import { t } from '../parts/texts/t.ts';
import { enteredValue, labelOf } from './filled-prompt.ts';
import type { Values } from './filled-values.ts';

interface FillInProps {
  readonly prompts: readonly { readonly body: string }[];
  readonly values: Values;
}

export function FillIn({ prompts, values }: FillInProps) {
  const names = [...new Set(prompts.flatMap(({ body }) => placeholderNames(body)))];
  if (names.length === 0) return null;
  return (
    <div className="fill-in">
      <Section title={t('Fill in the blanks')} hint={t('Type into the prompts. Your text stays in this tab.')}>
        <ul>
          {names.map((name) => {
            const value = enteredValue(values, name).trim();
            return (
              <li key={name}>
                <UnstyledButton className="fill-in-row" data-open={value === ''} onClick={goTo(name)}>
                  <span>{labelOf(name)}</span>
                  <Text span size="sm" truncate dir="auto">
                    {value === '' ? t('empty') : value}
                  </Text>
                </UnstyledButton>
              </li>
            );
          })}
        </ul>
      </Section>
    </div>
  );
}

const goTo =
  (name: string) =>
  (event: React.MouseEvent<HTMLElement>): void =>
    event.currentTarget.closest('.trail-steps')?.querySelector<HTMLElement>(`[data-fills="${name}"]`)?.focus();
