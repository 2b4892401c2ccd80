// API keys: created with scopes and an expiry date, shown once, rotated with an overlap, revoked immediately.
import { Button, Group, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { KEYS } from '../../addresses.ts';
import { type ApiKey, apiKeys } from '../../api/workspace.ts';
import { NothingMatches } from '../../parts/lists/nothing-matches.tsx';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { SearchField } from '../../parts/lists/search-field.tsx';
import { holdsWords } from '../../parts/lists/words.ts';
import { useAddress, valuesOf } from '../../parts/page/address.ts';
import { Page } from '../../parts/page/page.tsx';
import { Answered, Empty } from '../../parts/page/states.tsx';
import { Status } from '../../parts/page/status.tsx';
import { Unseen } from '../../parts/secrets/unseen.tsx';
import { counted } from '../../parts/texts/counted.ts';
import { DAY_MS } from '../../parts/texts/durations.ts';
import { onDay } from '../../parts/texts/formats.ts';
import { Instant } from '../../parts/texts/instant.tsx';
import { KeyActions } from './key-actions.tsx';
import { NewKey } from './new-key.tsx';
import { RotateKey } from './rotate-key.tsx';

export function KeysPage() {
  const keys = useQuery(apiKeys);
  const [isNew, creating] = useDisclosure(false);
  const [rotated, rotate] = useState<ApiKey>();
  const [isRotating, rotating] = useDisclosure(false);
  const [unseen, leadToUnseen] = useState<string>();
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
      New key
    </Button>
  );
  return (
    <Page
      title="API keys"
      lead="Programs use keys to write and publish trails for the person who owns the key."
      actions={keys.isPending || keys.data?.items.length === 0 ? undefined : create}
    >
      <Answered of={keys}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No keys yet" action={create}>
              Create one for each program, with an expiration date and only the scopes it needs.
            </Empty>
          ) : (
            <Keys
              keys={items}
              unseen={unseen}
              rotate={(key) => {
                rotate(key);
                rotating.open();
              }}
            />
          )
        }
      </Answered>
      <NewKey opened={isNew} close={creating.close} leadToUnseen={leadToUnseen} />
      {rotated !== undefined && (
        <RotateKey
          key={rotated.id}
          apiKey={rotated}
          opened={isRotating}
          close={rotating.close}
          leadToUnseen={leadToUnseen}
        />
      )}
    </Page>
  );
}

interface KeysProps {
  readonly keys: readonly ApiKey[];
  /** A key that was created but never shown. It is listed first, even if it does not match the search. */
  readonly unseen: string | undefined;
  readonly rotate: (key: ApiKey) => void;
}

function Keys({ keys, unseen, rotate }: KeysProps) {
  const [asked, go] = useAddress(KEYS);
  const first = keys.filter(({ id }) => id === unseen);
  const matching = [...first, ...keys.filter((key) => key.id !== unseen && isAskedFor(key, asked))];
  return (
    <>
      <Group gap="sm" maw={540}>
        <SearchField
          label="Search keys"
          placeholder="Name, person or start of the key"
          q={asked.q}
          search={(q) => go({ q })}
          width="1 1 280px"
        />
        <Select
          aria-label="State"
          placeholder="Any state"
          clearable
          w={190}
          value={asked.state || null}
          onChange={(state) => go({ state: state ?? '' })}
          data={[
            { value: 'good', label: 'Good' },
            { value: 'ended', label: 'Revoked or expired' },
          ]}
        />
      </Group>
      {matching.length > 0 ? (
        <Rows label="API keys" rows={matching} columns={columns(rotate, unseen)} keyOf={({ id }) => id} height={66} />
      ) : (
        <NothingMatches showAll={() => go(valuesOf(KEYS, {}))}>Try fewer words or any state.</NothingMatches>
      )}
    </>
  );
}

const isAskedFor = (key: ApiKey, { q, state }: { readonly q: string; readonly state: string }): boolean =>
  holdsWords(`${key.name} ${key.user.name} ${key.user.email ?? ''} ${key.token_prefix ?? ''}`, q) &&
  (state === '' || (state === 'ended') === ENDED.includes(stateOf(key)));

const columns = (rotate: KeysProps['rotate'], unseen: string | undefined): readonly Column<ApiKey>[] => [
  {
    heading: 'Key',
    width: 'minmax(0, 3fr)',
    cell: ({ name, token_prefix, user }) => (
      <>
        <Text fw={560} truncate>
          {name}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {token_prefix === null ? 'OAuth token' : `${token_prefix}…`} for {user.name || user.email}
        </Text>
      </>
    ),
  },
  {
    heading: 'Scopes',
    width: 'minmax(0, 1.2fr)',
    cell: ({ scopes }) => <Text size="sm">{scopes.map((scope) => scope.replace('trails:', '')).join(', ')}</Text>,
  },
  {
    heading: 'State',
    width: '110px',
    cell: (key) =>
      key.id === unseen && stateOf(key) === 'Good' ? (
        <Unseen />
      ) : (
        <Status tone={stateOf(key) === 'Good' ? 'fine' : 'quiet'}>{stateOf(key)}</Status>
      ),
  },
  {
    heading: 'Expires',
    width: '120px',
    cell: (key) => <Expiry of={key} />,
  },
  {
    heading: 'Last used',
    width: '120px',
    cell: ({ last_used_at }) => (
      <Text size="sm">{last_used_at === null ? 'Never' : <Instant at={last_used_at} />}</Text>
    ),
  },
  {
    heading: 'Actions',
    isAct: true,
    width: '170px',
    cell: (key) => (ENDED.includes(stateOf(key)) ? null : <KeyActions apiKey={key} rotate={() => rotate(key)} />),
  },
];

const SOON_DAYS = 30;

/** The expiry date, or the remaining days if there are at most thirty. */
function Expiry({ of: key }: { readonly of: ApiKey }) {
  const { expires_at } = key;
  if (expires_at === null) return <Text size="sm">Never</Text>;
  const left = Math.ceil((Date.parse(expires_at) - Date.now()) / DAY_MS);
  if (ENDED.includes(stateOf(key)) || left > SOON_DAYS) return <Text size="sm">{onDay(expires_at)}</Text>;
  return (
    <span title={onDay(expires_at)}>
      <Status tone="attention">{counted(left, 'day')} left</Status>
    </span>
  );
}

const ENDED = ['Revoked', 'Expired'];

function stateOf({ revoked_at, expires_at, replaced_by }: ApiKey): 'Good' | 'Revoked' | 'Expired' | 'Rotated' {
  if (revoked_at !== null) return 'Revoked';
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return 'Expired';
  return replaced_by === null ? 'Good' : 'Rotated';
}
