// A person's session: its device, and a button that ends it.
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { useChange } from '../../api/change.ts';
import type { MemberSession } from '../../api/person.ts';
import { deviceOf } from '../texts/device.ts';
import { t } from '../texts/t.ts';
import { Status } from './status.tsx';

const KINDS: Readonly<Record<MemberSession['kind'], string>> = {
  app: t('Browser'),
  cli: t('Command line'),
  desktop: t('Desktop'),
};

interface SessionLineProps {
  readonly session: Pick<MemberSession, 'id' | 'kind' | 'user_agent' | 'is_current'>;
  /** The mutation that ends a session by its id. */
  readonly ending: Pick<ReturnType<typeof useChange<string, unknown>>, 'isPending' | 'variables' | 'mutate'>;
  /** Location and time, shown after the kind. */
  readonly children: ReactNode;
}

export function SessionLine({ session, ending, children }: SessionLineProps) {
  const kind = KINDS[session.kind];
  const device = deviceOf(session.user_agent) || kind;
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Group gap={8}>
          <Text fw={560}>{device}</Text>
          {session.is_current && <Status tone="fine">{t('This one')}</Status>}
        </Group>
        <Text size="sm" c="dimmed">
          {kind}, {children}
        </Text>
      </div>
      {!session.is_current && (
        <Button
          size="xs"
          variant="default"
          loading={ending.isPending && ending.variables === session.id}
          aria-label={t('End the session {device}', { device })}
          onClick={() => ending.mutate(session.id)}
        >
          {t('End')}
        </Button>
      )}
    </Group>
  );
}
