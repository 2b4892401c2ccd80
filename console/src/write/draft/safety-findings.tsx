// The safety findings of the saved draft: accepting one with a reason, and the reasons of those that are accepted.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useChange } from '../../api/change.ts';
import { acceptFinding, reopenFinding, type SafetyFinding, trailSafety } from '../../api/safety.ts';
import { canWrite, useSession } from '../../api/session.ts';
import { type TrailDetail, trailDetail } from '../../api/trails.ts';
import { late } from '../../parts/page/late.tsx';
import { t } from '../../parts/texts/t.ts';
import { nameOfField } from './fields.ts';
import { focusField } from './focus-field.ts';

const AcceptDialog = late(() => import('./accept-finding.tsx').then((file) => file.AcceptDialog));

export function SafetyFindings({ detail }: { readonly detail: TrailDetail }) {
  const session = useSession();
  const { data } = useQuery(trailSafety(detail.id, detail.revision));
  const shown = data?.findings.filter(({ decision }) => decision !== 'allow') ?? [];
  const [chosen, choose] = useState<SafetyFinding>();
  const refresh = [trailDetail(detail.id).queryKey, ['trails', 'list']];
  const accepting = useChange(
    ({ finding, reason }: { readonly finding: string; readonly reason: string }) =>
      acceptFinding(detail.id, detail.revision, finding, reason),
    { refresh, done: t('Accepted. The audit log keeps your reason.'), after: () => choose(undefined) },
  );
  const reopening = useChange((finding: string) => reopenFinding(detail.id, detail.revision, finding), { refresh });
  if (shown.length === 0) return null;
  const open = shown.filter(({ acceptance }) => acceptance === null).length;
  return (
    <details className="card findings" open={open > 0 && shown.length <= 4}>
      <summary>
        <Text span size="sm" fw={600}>
          {open > 0
            ? t('{open, plural, one {# safety finding} other {# safety findings}}', { open })
            : t('All safety findings are accepted')}
        </Text>
      </summary>
      <Stack gap="xs" mt="xs">
        {shown.map((finding) => (
          <Finding
            key={`${finding.id} ${finding.field} ${finding.at}`}
            finding={finding}
            mayDecide={canWrite(session)}
            accept={() => choose(finding)}
            reopen={() => reopening.mutate(finding.id)}
          />
        ))}
      </Stack>
      {chosen !== undefined && (
        <Suspense>
          <AcceptDialog
            finding={chosen}
            isPending={accepting.isPending}
            accept={(reason) => accepting.mutate({ finding: chosen.id, reason })}
            close={() => choose(undefined)}
          />
        </Suspense>
      )}
    </details>
  );
}

interface FindingProps {
  readonly finding: SafetyFinding;
  /** Authors decide about findings, editors of one trail do not. */
  readonly mayDecide: boolean;
  readonly accept: () => void;
  readonly reopen: () => void;
}

function Finding({ finding, mayDecide, accept, reopen }: FindingProps) {
  const { field, message, acceptance, obstacle } = finding;
  return (
    <Group justify="space-between" align="flex-start" wrap="wrap">
      <div style={{ flex: '1 1 240px', minWidth: 0 }}>
        <Text size="sm">
          <strong>{nameOfField(field)}:</strong> {message}
        </Text>
        {acceptance !== null && (
          <Text size="sm" c="dimmed" dir="auto">
            {t('{name} accepted this: {reason}', {
              name: acceptance.accepted_by?.name ?? t('Someone'),
              reason: acceptance.reason,
            })}
          </Text>
        )}
        {acceptance === null && obstacle !== null && (
          <Text size="sm" c="dimmed">
            {obstacle}
          </Text>
        )}
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => focusField(field)}>
          {t('Show the field')}
        </Button>
        {mayDecide && acceptance !== null && (
          <Button size="xs" variant="default" onClick={reopen}>
            {t('No longer accept')}
          </Button>
        )}
        {mayDecide && acceptance === null && obstacle === null && (
          <Button size="xs" variant="default" onClick={accept}>
            {t('Accept')}
          </Button>
        )}
      </Group>
    </Group>
  );
}
