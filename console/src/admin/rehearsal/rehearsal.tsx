// A rehearsal: an admin chooses the requests of the last cycle or a list of people, and reads what they would change.
import { Button, Group, Text } from '@mantine/core';
import type { Connection } from '../../api/connections.ts';
import { Section } from '../../parts/forms/section.tsx';
import { t } from '../../parts/texts/t.ts';
import { RehearsalResult, useRehearsal } from './rehearsal-result.tsx';
import { RehearsalSource } from './rehearsal-source.tsx';

export function Rehearsal({ connection }: { readonly connection: Connection }) {
  const rehearsal = useRehearsal(connection.id);
  const { run, isRunning, cancel } = rehearsal;
  return (
    <>
      <Section
        title={t('Rehearse')}
        hint={t('See what the identity provider would change. Everything is rolled back, so nothing is stored.')}
      >
        <RehearsalSource connection={connection} isRunning={isRunning} run={run} />
        {isRunning && (
          <Group gap="xs">
            <Text size="sm" role="status">
              {t('This takes up to 20 seconds. Changes of the same people wait until it ends.')}
            </Text>
            <Button variant="default" size="xs" onClick={cancel}>
              {t('Cancel')}
            </Button>
          </Group>
        )}
      </Section>
      <RehearsalResult connection={connection} rehearsal={rehearsal} />
    </>
  );
}
