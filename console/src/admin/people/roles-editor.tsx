// Edits the roles of a person or group by sending additions and removals. If another admin has changed them at the same
// time, shows both changes and overwrites nothing silently.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { GrantableRole, RoleChange } from '../../api/directory.ts';
import { UnsavedGuard } from '../../parts/forms/unsaved-guard.tsx';
import { listed } from '../../parts/texts/listed.ts';
import { t } from '../../parts/texts/t.ts';
import { ROLE_NAMES } from '../role-names.ts';
import { RolesField } from './roles.tsx';

interface RolesEditorProps {
  readonly label: string;
  /** The roles stored in the service. */
  readonly held: readonly GrantableRole[];
  readonly save: (change: RoleChange) => Promise<unknown>;
  readonly refresh: readonly (readonly string[])[];
}

export function RolesEditor({ label, held, save, refresh }: RolesEditorProps) {
  const choice = useRoleChoice(held);
  const { change, isDirty } = choice;
  const queries = useQueryClient();
  const lookAgain = () => Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const saveOrLook = (sent: RoleChange) =>
    save(sent).then(
      () => choice.saved(sent),
      async (thrown: unknown) => {
        await lookAgain();
        throw thrown;
      },
    );
  const saving = useChange(saveOrLook, { refresh, done: t('Roles saved.'), handled: ['conflict'] });
  return (
    <Stack>
      <UnsavedGuard isDirty={isDirty && !saving.isPending} what={t('the roles')} />
      <RolesField label={label} value={choice.chosen} onChange={choice.choose} />
      {choice.hasMoved && isDirty && !saving.isPending ? (
        <Moved held={held} choice={choice} />
      ) : (
        <Group>
          <Button
            variant="default"
            disabled={!isDirty}
            loading={saving.isPending}
            onClick={() => {
              choice.sending(change);
              saving.mutate({ ...change, seen: [...choice.seen] });
            }}
          >
            {t('Save roles')}
          </Button>
          {isDirty && (
            <Text size="sm" c="dimmed">
              {t('Not saved yet: {described}.', { described: described(change) })}
            </Text>
          )}
        </Group>
      )}
    </Stack>
  );
}

type Roles = readonly GrantableRole[];
type Change = Pick<RoleChange, 'add' | 'remove'>;
type Choice = ReturnType<typeof useRoleChoice>;
interface KeptChoice {
  /** The stored roles when editing started. */
  readonly seen: Roles;
  readonly chosen: Roles;
  readonly sent: readonly Change[];
}

/** The edited roles and the stored roles when editing started. Without changes, follows the stored roles. */
function useRoleChoice(held: Roles) {
  const [last, keep] = useState<KeptChoice>({ seen: held, chosen: held, sent: [] });
  const kept = isSame(last.seen, held) ? last : rebased(last, held);
  if (kept !== last) keep(kept);
  const { seen, chosen } = kept;
  const change = {
    add: chosen.filter((role) => !seen.includes(role)),
    remove: seen.filter((role) => !chosen.includes(role)),
  };
  return {
    seen,
    chosen,
    change,
    isDirty: change.add.length + change.remove.length > 0,
    hasMoved: !isSame(seen, held),
    choose: (roles: Roles) => keep((now) => ({ ...now, chosen: roles })),
    /**
     * Call before sending. If the stored roles later equal this change, it is our own, even if its response was lost.
     */
    sending: (sent: Change) => keep((now) => ({ ...now, sent: [...now.sent, sent] })),
    /** Marks the sent change as stored. Edits made since remain changes. */
    saved: (sent: Change) => keep((now) => ({ ...now, seen: merged(now.seen, sent) })),
    putOnTop: () => keep((now) => ({ ...now, seen: held, chosen: merged(held, change) })),
    takeHeld: () => keep((now) => ({ ...now, seen: held, chosen: held })),
  };
}

/** Applies new stored roles. Without edits, follows them. Roles that this page sent are not a conflict. */
function rebased(last: KeptChoice, held: Roles): KeptChoice {
  if (isSame(last.seen, last.chosen)) return { ...last, seen: held, chosen: held };
  return last.sent.some((sent) => isSame(merged(last.seen, sent), held)) ? { ...last, seen: held } : last;
}

/** Replaces the save button. */
function Moved({ held, choice }: { readonly held: Roles; readonly choice: Choice }) {
  return (
    <Alert color="yellow" variant="light" role="alert" title={t('Someone else changed these roles in the meantime')}>
      <Stack gap="xs">
        <Text size="sm">
          {t('Held now: {named}. Your change: {described}.', {
            named: named(held),
            described: described(choice.change),
          })}
        </Text>
        <Group gap="xs">
          <Button size="xs" onClick={choice.putOnTop}>
            {t('Put my change on top')}
          </Button>
          <Button size="xs" variant="default" onClick={choice.takeHeld}>
            {t('Keep what is held now')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

const isSame = (some: Roles, others: Roles): boolean => [...some].sort().join() === [...others].sort().join();
const merged = (held: Roles, { add = [], remove = [] }: Change): GrantableRole[] =>
  [...new Set([...held, ...add])].filter((role) => !remove.includes(role));
const named = (roles: Roles): string =>
  roles.length === 0 ? t('none') : listed(roles.map((role) => ROLE_NAMES[role]));
const described = ({ add = [], remove = [] }: Change): string =>
  [
    ...(add.length > 0 ? [t('add {named}', { named: named(add) })] : []),
    ...(remove.length > 0 ? [t('take away {named}', { named: named(remove) })] : []),
  ].join(', ');
