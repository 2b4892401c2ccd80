import '../../parts/lists/bulk-bar.css';
import { Alert, Button, Group, List, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { type BulkAct, type BulkOutcome, changeMembers, type GrantableRole } from '../../api/directory.ts';
import { Question, typedFor } from '../../parts/dialogs/confirm.tsx';
import { listed } from '../../parts/texts/listed.ts';
import { t } from '../../parts/texts/t.ts';
import { ROLE_NAMES } from '../role-names.ts';

const GRANTABLE: readonly GrantableRole[] = ['admin', 'publisher', 'author', 'manager'];
/** The maximum number of people per request. */
export const MAX_PER_REQUEST = 500;

/** A selected person. */
export interface Chosen {
  readonly name: string;
  readonly email: string | null;
}

interface BulkBarProps {
  /** By id. */
  readonly chosen: ReadonlyMap<string, Chosen>;
  readonly clear: () => void;
}

type Action = Pick<BulkAct, 'act' | 'role'>;

export function BulkBar({ chosen, clear }: BulkBarProps) {
  const [action, setAction] = useState<Action>();
  const [refused, setRefused] = useState<readonly BulkOutcome[]>([]);
  const names = namesOf(chosen);
  const [namesBefore, setNamesBefore] = useState(names);
  const changing = useChange((body: BulkAct) => changeMembers(body), {
    refresh: [['members'], ['workspace']],
    done: ({ items }) => summaryOf(items),
    after: ({ items }) => {
      setNamesBefore(names);
      setRefused(items.filter(({ outcome }) => outcome === 'refused'));
      clear();
    },
  });
  const isTooMany = chosen.size > MAX_PER_REQUEST;
  return (
    <>
      {chosen.size > 0 && (
        <Group className="bulk-bar card" gap="sm" role="region" aria-label={t('Chosen people')}>
          <Text fw={560} size="sm" role="status">
            {statusOf(chosen.size)}
          </Text>
          <RoleMenu
            label={t('Give a role')}
            disabled={isTooMany}
            choose={(role) => setAction({ act: 'give_role', role })}
          />
          <RoleMenu
            label={t('Take a role')}
            disabled={isTooMany}
            choose={(role) => setAction({ act: 'take_role', role })}
          />
          <Button size="xs" variant="default" disabled={isTooMany} onClick={() => setAction({ act: 'deactivate' })}>
            {t('Deactivate')}
          </Button>
          <Button size="xs" variant="default" disabled={isTooMany} onClick={() => setAction({ act: 'remove' })}>
            {t('Remove')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={clear}>
            {t('Choose no one')}
          </Button>
        </Group>
      )}
      {refused.length > 0 && <Refused refused={refused} names={namesBefore} close={() => setRefused([])} />}
      {action !== undefined && (
        <Question
          opened
          close={() => setAction(undefined)}
          title={titleOf(action, chosen.size)}
          confirm={confirmOf(action, chosen.size)}
          isHarmless={action.act === 'give_role'}
          typed={isGrave(action) ? typedFor(chosen.size, String(chosen.size)) : undefined}
          onConfirm={() => changing.mutateAsync({ ...action, user_ids: [...chosen.keys()] })}
        >
          {explanationOf(action)} {firstOf([...names.values()])}
        </Question>
      )}
    </>
  );
}

interface RoleMenuProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly choose: (role: GrantableRole) => void;
}

function RoleMenu({ label, disabled, choose }: RoleMenuProps) {
  return (
    <Menu withinPortal position="bottom-start">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          disabled={disabled}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
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

interface RefusedProps {
  readonly refused: readonly BulkOutcome[];
  readonly names: ReadonlyMap<string, string>;
  readonly close: () => void;
}

function Refused({ refused, names, close }: RefusedProps) {
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={close}
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

const isGrave = ({ act }: Action): boolean => act === 'deactivate' || act === 'remove';
const roleOf = ({ role }: Action): string => (role === undefined ? '' : ROLE_NAMES[role]);
const statusOf = (count: number): string =>
  count > MAX_PER_REQUEST
    ? t('{count, plural, one {# person} other {# people}} chosen: at most {max} at once', {
        count,
        max: MAX_PER_REQUEST,
      })
    : t('{count, plural, one {# person} other {# people}} chosen', { count });
const titleOf = (action: Action, count: number): string => {
  const values = { role: roleOf(action), count };
  return {
    give_role: t('Give the role {role} to {count, plural, one {# person} other {# people}}?', values),
    take_role: t('Take the role {role} from {count, plural, one {# person} other {# people}}?', values),
    deactivate: t('Deactivate {count, plural, one {# person} other {# people}}?', values),
    remove: t('Remove {count, plural, one {# person} other {# people}}?', values),
  }[action.act];
};
const confirmOf = ({ act }: Action, count: number): string =>
  ({
    give_role: t('Give it to {count, plural, one {# person} other {# people}}', { count }),
    take_role: t('Take it from {count, plural, one {# person} other {# people}}', { count }),
    deactivate: t('Deactivate {count, plural, one {# person} other {# people}}', { count }),
    remove: t('Remove {count, plural, one {# person} other {# people}}', { count }),
  })[act];
const explanationOf = ({ act }: Action): string =>
  ({
    give_role: t('They get it directly, at once.'),
    take_role: t('Roles from groups stay.'),
    deactivate: t('Their seats are released and their sessions end. Accounts, roles and history are kept.'),
    remove: t(
      'They leave the member list and their groups, and their seats are released. Accounts and history are kept.',
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
  const first = listed(names.slice(0, SHOWN));
  return rest > 0
    ? t('{first} and {rest, plural, one {# more person} other {# more people}}.', { first, rest })
    : `${first}.`;
}

function summaryOf(items: readonly BulkOutcome[]): string {
  const count = (outcome: BulkOutcome['outcome']): number => items.filter((item) => item.outcome === outcome).length;
  const parts = [
    count('done') > 0
      ? t('Done for {count, plural, one {# person} other {# people}}', { count: count('done') })
      : t('No one was changed'),
    ...(count('unchanged') > 0 ? [t('no change for {count}', { count: count('unchanged') })] : []),
    ...(count('refused') > 0 ? [t('refused for {count}', { count: count('refused') })] : []),
  ];
  return `${parts.join(', ')}.`;
}
