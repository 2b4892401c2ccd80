// A list of the publish issues, each with a link to its field.
import { Group, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { Issue } from '../../api/problem.ts';
import type { TrailDetail } from '../../api/trails.ts';
import { t } from '../../parts/texts/t.ts';
import { nameOfField } from './fields.ts';
import { focusField } from './focus-field.ts';
import { inPlainWords } from './plain-words.ts';
import { SafetyFindings } from './safety-findings.tsx';

interface FindingsProps {
  readonly issues: readonly Issue[];
  /** The saved draft; undefined if it has changed since. */
  readonly detail: TrailDetail | undefined;
}

export function Findings({ issues, detail }: FindingsProps) {
  return (
    <>
      <Issues issues={issues} />
      {detail !== undefined && <SafetyFindings detail={detail} />}
    </>
  );
}

function Issues({ issues }: { readonly issues: readonly Issue[] }) {
  if (issues.length === 0) return null;
  const blocking = issues.filter(({ severity }) => severity === 'error').length;
  const rest = issues.length - blocking;
  const summary = [
    ...(blocking > 0 ? [t('{blocking, plural, one {# thing} other {# things}} to fix', { blocking })] : []),
    ...(rest > 0 ? [t('{rest, plural, one {# suggestion} other {# suggestions}}', { rest })] : []),
  ].join(', ');
  return (
    <details className="card findings" open={blocking > 0 && issues.length <= 4}>
      <summary>
        <Text span size="sm" fw={600}>
          {summary}
        </Text>
      </summary>
      {issues.map(({ severity, field, message }) => (
        <UnstyledButton key={`${field} ${message}`} className="finding-link" onClick={() => focusField(field)}>
          {severity === 'error' ? (
            <IconCircleX
              size={16}
              color="var(--cairn-error)"
              aria-label={t('Blocks publishing:')}
              className="finding-mark"
            />
          ) : (
            <IconAlertTriangle
              size={16}
              color="var(--cairn-attention)"
              aria-label={t('Advice:')}
              className="finding-mark"
            />
          )}
          <Group gap={6} miw={0}>
            <Text span size="sm">
              <strong>{nameOfField(field)}:</strong> {inPlainWords(message)}
            </Text>
          </Group>
        </UnstyledButton>
      ))}
    </details>
  );
}
