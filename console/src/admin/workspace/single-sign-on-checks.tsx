// The result of a single sign-on test, check by check.
import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { testSingleSignOn } from '../../api/workspace.ts';
import { t } from '../../parts/texts/t.ts';

type Result = Awaited<ReturnType<typeof testSingleSignOn>>;

export function SingleSignOnChecks({ result: { ok: isGood, checks } }: { readonly result: Result }) {
  return (
    <Alert color={isGood ? 'pine' : 'yellow'} variant="light" role="status">
      <Stack gap={6}>
        {checks.map(({ check, ok, message }) => (
          <Group key={check} gap={8} wrap="nowrap" align="flex-start">
            {ok ? (
              <IconCircleCheck size={18} aria-label={t('Passes')} style={{ flexShrink: 0 }} />
            ) : (
              <IconCircleX size={18} aria-label={t('Fails')} style={{ flexShrink: 0 }} />
            )}
            <Text size="sm">{message}</Text>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
