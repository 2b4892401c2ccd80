// The service's publish checks, run in the browser while the author types.
import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { publishIssues } from '../../../../src/trails/checks/publish-checks.ts';
import type { Issue } from '../../api/problem.ts';
import type { TrailDetail } from '../../api/trails.ts';
import { t } from '../../parts/texts/t.ts';
import { nameOfField } from './fields.ts';
import type { knownSafetyIssues } from './known-safety.ts';
import { inPlainWords } from './plain-words.ts';
import type { Draft } from './use-draft.ts';

/**
 * Errors and warnings: those of the service if nothing has changed since, otherwise of the current document. The safety
 * rules load with the first change, because no page needs them to open.
 */
export function useIssues(draft: Draft, detail: TrailDetail): readonly Issue[] {
  const isChanged = draft.isDirty || draft.revision !== detail.revision;
  const [checkSafety, setCheck] = useState<typeof knownSafetyIssues>();
  useEffect(() => {
    if (isChanged) void import('./known-safety.ts').then((rules) => setCheck(() => rules.knownSafetyIssues));
  }, [isChanged]);
  if (!isChanged) return detail.publish_issues;
  const ownImagePrefix = `${window.location.origin}/assets/`;
  const safety = checkSafety?.(draft.mine, detail, ownImagePrefix) ?? [];
  return publishIssues(draft.mine, { tests: null, ownImagePrefix, safety });
}

/** The issues of a field and of everything below it. */
export const issuesAt = (issues: readonly Issue[], path: string): Issue[] =>
  issues.filter(({ field }) => field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`));

interface ChecksProps {
  readonly issues: readonly Issue[];
  /** True to name the field of each issue, for issues that are not shown below their field. */
  readonly named?: boolean;
}

export function Checks({ issues, named = false }: ChecksProps) {
  if (issues.length === 0) return null;
  return (
    <Stack gap={3} mt={6}>
      {issues.map(({ severity, field, message }) => (
        <Group key={`${field} ${message}`} gap={6} wrap="nowrap" align="flex-start">
          {severity === 'error' ? (
            <IconCircleX
              size={16}
              color="var(--mantine-color-error)"
              aria-label={t('Blocks publishing:')}
              style={{ flexShrink: 0, marginTop: 2 }}
            />
          ) : (
            <IconAlertTriangle
              size={16}
              color="#b7791f"
              aria-label={t('Advice:')}
              style={{ flexShrink: 0, marginTop: 2 }}
            />
          )}
          <Text size="sm" c={severity === 'error' ? 'var(--mantine-color-error)' : 'dimmed'}>
            {named && <strong>{nameOfField(field)}: </strong>}
            {inPlainWords(message)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
