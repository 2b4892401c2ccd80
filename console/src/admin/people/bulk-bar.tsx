import '../../parts/lists/bulk-bar.css';
import { Button, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import {
  type BulkAct,
  everyMember,
  type GrantableRole,
  type MemberFilter,
  type MemberOrder,
  memberPages,
  memberTotals,
  type NamedPerson,
} from '../../api/directory.ts';
import { Question, typedFor } from '../../parts/dialogs/confirm.tsx';
import { TickBox } from '../../parts/lists/tick-box.tsx';
import { listed as listedNames } from '../../parts/texts/listed.ts';
import { t } from '../../parts/texts/t.ts';
import { ROLE_NAMES } from '../role-names.ts';
import { changeInBatches, type Done, Outcome } from './bulk-outcome.tsx';

const GRANTABLE: readonly GrantableRole[] = ['admin', 'publisher', 'author', 'manager'];
/** Larger selections would keep the service busy for minutes. */
const MAX_CHOSEN = 5_000;

/** A selected person. */
export interface Chosen {
  readonly name: string;
  readonly email: string | null;
}

interface BulkBarProps {
  readonly filter: MemberFilter;
  readonly sort: MemberOrder;
  /** The selected people by id. */
  readonly chosen: ReadonlyMap<string, Chosen>;
  readonly choose: (people: readonly NamedPerson[], isChosen: boolean) => void;
  readonly clear: () => void;
}

type Action = Pick<BulkAct, 'act' | 'role'>;

interface Asked {
  readonly action: Action;
  /** Display names by id. */
  readonly names: ReadonlyMap<string, string>;
}

export function BulkBar({ filter, sort, chosen, choose, clear }: BulkBarProps) {
  const [asked, ask] = useState<Asked>();
  const [last, setLast] = useState<Done>();
  const names = namesOf(chosen);
  // The question keeps its people until it has closed, although the selection has been cleared.
  const setAction = (action: Action): void => ask({ action, names });
  const changing = useChange(changeInBatches, {
    refresh: [['members'], ['workspace']],
    after: (items) => {
      if (asked !== undefined) setLast({ action: asked.action, items, names: asked.names });
      clear();
    },
  });
  return (
    <>
      {chosen.size > 0 && (
        <Group className="bulk-bar card" gap="sm" role="region" aria-label={t('Chosen people')}>
          <Selection filter={filter} sort={sort} chosen={chosen} choose={choose} names={names} />
          <RoleMenu label={t('Give a role')} choose={(role) => setAction({ act: 'give_role', role })} />
          <RoleMenu label={t('Take a role')} choose={(role) => setAction({ act: 'take_role', role })} />
          <Button size="xs" variant="default" onClick={() => setAction({ act: 'deactivate' })}>
            {t('Deactivate')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAction({ act: 'remove' })}>
            {t('Remove')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={clear}>
            {t('Clear selection')}
          </Button>
        </Group>
      )}
      {last !== undefined && <Outcome done={last} setDone={setLast} />}
      {asked !== undefined && (
        <Question
          opened
          close={() => ask(undefined)}
          title={titleOf(asked.action, asked.names.size)}
          confirm={confirmOf(asked.action, asked.names.size)}
          isHarmless={asked.action.act === 'give_role'}
          typed={isGrave(asked.action) ? typedFor(asked.names.size, String(asked.names.size)) : undefined}
          onConfirm={() => changing.mutateAsync({ ...asked.action, user_ids: [...asked.names.keys()] })}
        >
          {explanationOf(asked.action)} {firstOf([...asked.names.values()])}
        </Question>
      )}
    </>
  );
}

interface SelectionProps extends Omit<BulkBarProps, 'clear'> {
  readonly names: ReadonlyMap<string, string>;
}

/** How many people are selected, how many of them the list does not show, and everyone who matches the filter. */
function Selection({ filter, sort, chosen, choose, names }: SelectionProps) {
  const pages = useInfiniteQuery(memberPages(filter, sort));
  const total = useQuery(memberTotals(filter)).data?.people ?? 0;
  const everyone = useChange((wanted: MemberFilter) => everyMember(wanted), {
    after: (people) => choose(people, true),
  });
  const [isOpen, { toggle }] = useDisclosure(false);
  const listed = (pages.data?.pages ?? []).flatMap(({ items }) => items);
  const shown = listed.filter(({ user_id }) => chosen.has(user_id)).length;
  const mayChooseAll = shown === listed.length && shown < total && total <= MAX_CHOSEN && chosen.size < total;
  return (
    <>
      <Text fw={560} size="sm" role="status">
        {statusOf(chosen.size, chosen.size - shown)}
      </Text>
      {mayChooseAll && (
        <Button size="xs" variant="light" loading={everyone.isPending} onClick={() => everyone.mutate(filter)}>
          {t('Select all {total} that match', { total })}
        </Button>
      )}
      {shown < chosen.size && (
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? t('Hide them') : t('Show them')}
        </Button>
      )}
      {isOpen && (
        <ul className="chosen-people" aria-label={t('Chosen people')}>
          {[...chosen].slice(0, MAX_SHOWN).map(([user_id, one]) => (
            <li key={user_id}>
              <TickBox label={names.get(user_id) ?? ''} isTicked onTick={() => choose([{ user_id, ...one }], false)} />
              <span dir="auto">{names.get(user_id)}</span>
            </li>
          ))}
          {chosen.size > MAX_SHOWN && (
            <li>
              {t('and {rest, plural, one {# more person} other {# more people}}', { rest: chosen.size - MAX_SHOWN })}
            </li>
          )}
        </ul>
      )}
    </>
  );
}

/** More would be slow to render. */
const MAX_SHOWN = 200;

interface RoleMenuProps {
  readonly label: string;
  readonly choose: (role: GrantableRole) => void;
}

function RoleMenu({ label, choose }: RoleMenuProps) {
  return (
    <Menu withinPortal position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {GRANTABLE.map((role) => (
          <Menu.Item key={role} onClick={() => choose(role)}>
            {ROLE_NAMES[role]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const isGrave = ({ act }: Action): boolean => act === 'deactivate' || act === 'remove';
const roleOf = ({ role }: Action): string => (role === undefined ? '' : ROLE_NAMES[role]);
function statusOf(count: number, hidden: number): string {
  if (hidden === 0) return t('{count, plural, one {# person} other {# people}} chosen', { count });
  return hidden === count
    ? t('{count, plural, one {# person} other {# people}} chosen, none of them shown here', { count })
    : t('{count, plural, one {# person} other {# people}} chosen, {hidden} not shown here', { count, hidden });
}
const titleOf = (action: Action, count: number): string => {
  const values = { role: roleOf(action), count };
  return {
    give_role: t('Give the role {role} to {count, plural, one {# person} other {# people}}?', values),
    take_role: t('Take the role {role} from {count, plural, one {# person} other {# people}}?', values),
    deactivate: t('Deactivate {count, plural, one {# person} other {# people}}?', values),
    reactivate: t('Reactivate {count, plural, one {# person} other {# people}}?', values),
    remove: t('Remove {count, plural, one {# person} other {# people}}?', values),
  }[action.act];
};
const confirmOf = ({ act }: Action, count: number): string =>
  ({
    give_role: t('Give it to {count, plural, one {# person} other {# people}}', { count }),
    take_role: t('Take it from {count, plural, one {# person} other {# people}}', { count }),
    deactivate: t('Deactivate {count, plural, one {# person} other {# people}}', { count }),
    reactivate: t('Reactivate {count, plural, one {# person} other {# people}}', { count }),
    remove: t('Remove {count, plural, one {# person} other {# people}}', { count }),
  })[act];
const explanationOf = ({ act }: Action): string =>
  ({
    give_role: t('They get it directly, at once.'),
    take_role: t('Roles from groups stay.'),
    deactivate: t('Their seats are released and their sessions end. Accounts, roles and history are kept.'),
    reactivate: t('Their seats are taken again.'),
    remove: t(
      'They leave the member list and their groups, and their seats are released. This cannot be undone here. Accounts and history are kept.',
    ),
  })[act];

/** Display names by id. People with the same name are distinguished by their email addresses. */
function namesOf(chosen: ReadonlyMap<string, Chosen>): ReadonlyMap<string, string> {
  const names = [...chosen.values()].map(({ name }) => name);
  const isShared = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
  const nameOf = ({ name, email }: Chosen): string =>
    name !== '' && email !== null && isShared(name)
      ? `${name} (${email})`
      : name || email || t('Someone without a name');
  return new Map([...chosen].map(([id, one]) => [id, nameOf(one)]));
}

const SHOWN = 5;
function firstOf(names: readonly string[]): string {
  const rest = names.length - SHOWN;
  const first = listedNames(names.slice(0, SHOWN));
  return rest > 0
    ? t('{first} and {rest, plural, one {# more person} other {# more people}}.', { first, rest })
    : `${first}.`;
}
