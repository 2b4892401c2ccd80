// If the workspace requires approvals, a set needs one before it opens live trails to another group.
import { Alert, Button, Text } from '@mantine/core';
import { useChange } from '../../api/change.ts';
import type { Problem } from '../../api/problem.ts';
import { requestSetApproval } from '../../api/sets.ts';
import { listed } from '../../parts/texts/listed.ts';
import { t } from '../../parts/texts/t.ts';

/** True if a change was rejected because another person has to approve it first. */
export const lacksApproval = ({ members: { missing } }: Problem): boolean =>
  Array.isArray(missing) && missing.includes('approval');

interface AskForSetProps {
  readonly setId: string;
  /** The trails or groups that the person wants to add. */
  readonly wanted: Parameters<typeof requestSetApproval>[1];
  readonly done: () => void;
}

export function AskForSet({ setId, wanted, done }: AskForSetProps) {
  const asking = useChange(() => requestSetApproval(setId, wanted), {
    refresh: [['trails']],
    done: t('Approval requested. Once it is approved, make the change again.'),
    after: ({ changed }) => changed.length === 0 && done(),
  });
  const changed = asking.data?.changed ?? [];
  return (
    <Alert color="yellow" variant="light" title={t('Another person must approve this')} role="status">
      <Text size="sm" mb="xs">
        {changed.length === 0
          ? t('The set would open live trails to a group that was not part of their approval.')
          : t('Publish these drafts first, because an approval covers the revision that employees see: {trails}.', {
              trails: listed(changed.map(({ title }) => title)),
            })}
      </Text>
      <Button size="xs" loading={asking.isPending} onClick={() => asking.mutate(undefined)}>
        {t('Ask for approval')}
      </Button>
    </Alert>
  );
}
