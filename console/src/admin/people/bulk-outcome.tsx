// What a bulk action did, with an Undo for ten minutes, and the people for whom it was refused.
import { Alert, Button, CloseButton, Group, List, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { type BulkAct, type BulkOutcome, changeMembers } from '../../api/directory.ts';
import { t } from '../../parts/texts/t.ts';

export interface Done {
  readonly action: Pick<BulkAct, 'act' | 'role'>;
  readonly items: readonly BulkOutcome[];
  /** Display names by id. */
  readonly names: ReadonlyMap<string, string>;
}

const UNDO_MS = 600_000;

/** A removal has no opposite: the person's groups and roles are gone. */
const OPPOSITES = { give_role: 'take_role', take_role: 'give_role', deactivate: 'reactivate' } as const;

interface OutcomeProps {
  readonly done: Done;
  readonly setDone: (done: Done | undefined) => void;
}

export function Outcome({ done, setDone }: OutcomeProps) {
  const { action, items } = done;
  const changed = idsOf(items, 'done');
  const opposite = oppositeOf(action);
  const undoing = useChange(changeInBatches, {
    refresh: [['members'], ['workspace']],
    done: t('Undone.'),
    after: () => setDone(undefined),
  });
  const refused = items.filter(({ outcome }) => outcome === 'refused');
  return (
    <>
      <Group className="card" p="sm" gap="md">
        <Text size="sm" role="status">
          {summaryOf(items)}
        </Text>
        {opposite !== undefined && changed.length > 0 && (
          <UndoButton
            key={changed[0]}
            isPending={undoing.isPending}
            undo={() => undoing.mutate({ ...opposite, user_ids: changed })}
          />
        )}
        <CloseButton size="sm" aria-label={t('Close')} onClick={() => setDone(undefined)} />
      </Group>
      {refused.length > 0 && <Refused refused={refused} names={done.names} />}
    </>
  );
}

function UndoButton({ isPending, undo }: { readonly isPending: boolean; readonly undo: () => void }) {
  const [isOver, setOver] = useState(false);
  useTimeout(() => setOver(true), UNDO_MS, { autoInvoke: true });
  if (isOver) return null;
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={undo}>
      {t('Undo')}
    </Button>
  );
}

/** The maximum number of people per request. */
const MAX_PER_REQUEST = 500;

/** Sends one request after another, because each is a transaction that others wait for. */
export async function changeInBatches({ user_ids, ...action }: BulkAct): Promise<readonly BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (let at = 0; at < user_ids.length; at += MAX_PER_REQUEST) {
    const { items } = await changeMembers({ ...action, user_ids: user_ids.slice(at, at + MAX_PER_REQUEST) });
    outcomes.push(...items);
  }
  return outcomes;
}

const oppositeOf = ({ act, role }: Done['action']): Done['action'] | undefined =>
  act in OPPOSITES ? { act: OPPOSITES[act as keyof typeof OPPOSITES], ...(role !== undefined && { role }) } : undefined;

const idsOf = (items: readonly BulkOutcome[], outcome: BulkOutcome['outcome']): string[] =>
  items.filter((item) => item.outcome === outcome).map(({ user_id }) => user_id);

interface RefusedProps {
  readonly refused: readonly BulkOutcome[];
  readonly names: ReadonlyMap<string, string>;
}

function Refused({ refused, names }: RefusedProps) {
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title={t('Not done for {refused, plural, one {# person} other {# people}}', { refused: refused.length })}
    >
      <List size="sm" mah={220} style={{ overflow: 'auto' }}>
        {refused.map(({ user_id, detail }) => (
          <List.Item key={user_id}>
            <b dir="auto">{names.get(user_id) ?? t('Someone')}</b>: {detail}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function summaryOf(items: readonly BulkOutcome[]): string {
  const count = (outcome: BulkOutcome['outcome']): number => idsOf(items, outcome).length;
  const parts = [
    count('done') > 0
      ? t('Done for {count, plural, one {# person} other {# people}}', { count: count('done') })
      : t('No one was changed'),
    ...(count('unchanged') > 0 ? [t('no change for {count}', { count: count('unchanged') })] : []),
    ...(count('refused') > 0 ? [t('refused for {count}', { count: count('refused') })] : []),
  ];
  return `${parts.join(', ')}.`;
}
