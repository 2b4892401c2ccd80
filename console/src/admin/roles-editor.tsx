// Roles of a person or a group, changed by what is added and taken away. Where somebody else changed them meanwhile, both changes are
// shown, and nothing is overwritten unseen.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useChange } from '../api/change.ts';
import type { GrantableRole, RoleChange } from '../api/directory.ts';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { ROLE_NAMES } from './role-names.ts';
import { RolesField } from './roles.tsx';

interface RolesEditorProps {
  readonly label: string;
  /** The roles as the service has them now. */
  readonly held: readonly GrantableRole[];
  readonly save: (change: RoleChange) => Promise<unknown>;
  readonly refresh: readonly (readonly string[])[];
}

export function RolesEditor({ label, held, save, refresh }: RolesEditorProps) {
  const [seen, see] = useState(held);
  const [chosen, choose] = useState(held);
  const add = chosen.filter((role) => !seen.includes(role));
  const remove = seen.filter((role) => !chosen.includes(role));
  const isDirty = add.length + remove.length > 0;
  const hasMoved = !isSame(seen, held);
  const take = (roles: readonly GrantableRole[]): void => {
    see(roles);
    choose(roles);
  };
  useEffect(() => {
    if (!hasMoved || isDirty) return;
    see(held);
    choose(held);
  }, [hasMoved, isDirty, held]);
  const queries = useQueryClient();
  const lookAgain = () => Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const saveOrLook = (change: RoleChange) =>
    save(change).catch(async (thrown: unknown) => {
      await lookAgain();
      throw thrown;
    });
  const saving = useChange(saveOrLook, {
    refresh,
    done: 'Roles saved.',
    handled: ['conflict'],
    after: () => see(chosen),
  });
  const isConflict = isDirty && hasMoved && !saving.isPending;
  return (
    <Stack>
      <UnsavedGuard isDirty={isDirty && !saving.isPending} what="the roles" />
      <RolesField label={label} value={chosen} onChange={choose} />
      {isConflict ? (
        <Alert color="yellow" variant="light" role="alert" title="Somebody else changed these roles meanwhile">
          <Stack gap="xs">
            <Text size="sm">
              Held now: {named(held)}. Your change: {described(add, remove)}.
            </Text>
            <Group gap="xs">
              <Button
                size="xs"
                onClick={() => {
                  see(held);
                  choose(merged(held, add, remove));
                }}
              >
                Put my change on top
              </Button>
              <Button size="xs" variant="default" onClick={() => take(held)}>
                Keep what is held now
              </Button>
            </Group>
          </Stack>
        </Alert>
      ) : (
        <Group>
          <Button
            variant="default"
            disabled={!isDirty}
            loading={saving.isPending}
            onClick={() => saving.mutate({ add, remove, seen: [...seen] })}
          >
            Save roles
          </Button>
          {isDirty && (
            <Text size="sm" c="dimmed">
              Not saved yet: {described(add, remove)}.
            </Text>
          )}
        </Group>
      )}
    </Stack>
  );
}

type Roles = readonly GrantableRole[];

const isSame = (some: Roles, others: Roles): boolean => [...some].sort().join() === [...others].sort().join();
const merged = (held: Roles, add: Roles, remove: Roles): GrantableRole[] =>
  [...new Set([...held, ...add])].filter((role) => !remove.includes(role));
const named = (roles: Roles): string =>
  roles.length === 0 ? 'none' : roles.map((role) => ROLE_NAMES[role]).join(', ');
const described = (add: Roles, remove: Roles): string =>
  [...(add.length > 0 ? [`add ${named(add)}`] : []), ...(remove.length > 0 ? [`take away ${named(remove)}`] : [])].join(
    ', ',
  );
