// One field per placeholder, however many prompts use it. The values leave this page only if the reader copies them.
import { SimpleGrid, Textarea } from '@mantine/core';
import { placeholderNames } from '../../../src/trails/document/placeholders.ts';
import { Section } from '../parts/forms/section.tsx';
import { t } from '../parts/texts/t.ts';
import { enteredValue, labelOf } from './filled-prompt.ts';

interface FillInProps {
  readonly prompts: readonly { readonly body: string }[];
  readonly values: Readonly<Record<string, string>>;
  readonly set: (name: string, value: string) => void;
}

export function FillIn({ prompts, values, set }: FillInProps) {
  const names = [...new Set(prompts.flatMap(({ body }) => placeholderNames(body)))];
  if (names.length === 0) return null;
  return (
    <Section title={t('Yours to fill in')} hint={t('Your entries go into the prompts and stay in this tab.')}>
      <SimpleGrid cols={1}>
        {names.map((name) => (
          <Textarea
            key={name}
            data-fills={name}
            label={labelOf(name)}
            autosize
            minRows={1}
            maxRows={8}
            dir="auto"
            value={enteredValue(values, name)}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}
