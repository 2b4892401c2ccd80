// The AI tools of a trail as chips. No chip means any tool.
import { Chip, Group, Input } from '@mantine/core';
import type { Provider } from '../../api/trails.ts';
import { t } from '../../parts/texts/t.ts';

interface ToolsFieldProps {
  readonly value: readonly string[];
  readonly providers: readonly Provider[];
  readonly onChange: (tools: string[]) => void;
}

export function ToolsField({ value, providers, onChange }: ToolsFieldProps) {
  return (
    <Input.Wrapper
      label={t('AI tools')}
      labelElement="div"
      description={
        value.length === 0 ? t('None selected, so it works in any AI tool.') : t('The trail is written for these.')
      }
    >
      <Chip.Group multiple value={[...value]} onChange={onChange}>
        <Group gap={8} mt={8} role="group" aria-label={t('AI tools')}>
          {providers.map(({ id, name }) => (
            <Chip key={id} value={id} size="sm" radius="xl" variant="outline">
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
