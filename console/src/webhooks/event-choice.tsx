// Selects the events of a webhook.
import { Checkbox, SimpleGrid } from '@mantine/core';
import { t } from '../parts/texts/t.ts';
import { eventName } from './event-names.ts';
import type { EventType, Webhook } from './webhooks-api.ts';

type Types = Webhook['events'];

interface Props {
  readonly types: readonly EventType[];
  readonly value: Types;
  readonly onChange: (value: Types) => void;
}

export function EventChoice({ types, value, onChange }: Props) {
  return (
    <Checkbox.Group label={t('Send these events')} value={value} onChange={onChange}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" verticalSpacing={8} mt={8}>
        {types.map(({ type }) => (
          <Checkbox key={type} value={type} label={eventName(type)} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
