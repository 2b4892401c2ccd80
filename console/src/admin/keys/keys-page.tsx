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
import { DAY_MS } from '../../parts/texts/durations.ts';
import { onDay } from '../../parts/texts/formats.ts';
import { Instant } from '../../parts/texts/instant.tsx';
import { t } from '../../parts/texts/t.ts';
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
      {t('New key')}
    </Button>
  );
  return (
    <Page
      title={t('API keys')}
      lead={t('Programs use keys to write and publish trails for the person who owns the key.')}
      actions={keys.isPending || keys.data?.items.length === 0 ? undefined : create}
    >
      <Answered of={keys}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('No keys yet')} action={create}>
              {t('Create one for each program, with an expiration date and only the scopes it needs.')}
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
          label={t('Search keys')}
          placeholder={t('Name, person or start of the key')}
          q={asked.q}
          search={(q) => go({ q })}
          width="1 1 280px"
        />
        <Select
          aria-label={t('State')}
          placeholder={t('Any state')}
          clearable
          w={190}
          value={asked.state || null}
          onChange={(state) => go({ state: state ?? '' })}
          data={[
            { value: 'good', label: t('Good') },
            { value: 'ended', label: t('Revoked or expired') },
          ]}
        />
      </Group>
      {matching.length > 0 ? (
        <Rows
          label={t('API keys')}
          rows={matching}
          columns={columns(rotate, unseen)}
          keyOf={({ id }) => id}
          height={66}
        />
      ) : (
        <NothingMatches showAll={() => go(valuesOf(KEYS, {}))}>{t('Try fewer words or any state.')}</NothingMatches>
      )}
    </>
  );
}

const isAskedFor = (key: ApiKey, { q, state }: { readonly q: string; readonly state: string }): boolean =>
  holdsWords(`${key.name} ${key.user.name} ${key.user.email ?? ''} ${key.token_prefix ?? ''}`, q) &&
  (state === '' || (state === 'ended') === hasEnded(key));

const columns = (rotate: KeysProps['rotate'], unseen: string | undefined): readonly Column<ApiKey>[] => [
  {
    heading: t('Key'),
    width: 'minmax(0, 3fr)',
    cell: ({ name, token_prefix, user }) => (
      <>
        <Text fw={560} truncate>
          {name}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {token_prefix === null
            ? t('OAuth token for {user}', { user: user.name || user.email })
            : t('{tokenPrefix}… for {user}', { tokenPrefix: token_prefix, user: user.name || user.email })}
        </Text>
      </>
    ),
  },
  {
    heading: t('Scopes'),
    width: 'minmax(0, 1.2fr)',
    cell: ({ scopes }) => <Text size="sm">{scopes.map((scope) => scope.replace('trails:', '')).join(', ')}</Text>,
  },
  {
    heading: t('State'),
    width: '110px',
    cell: (key) =>
      key.id === unseen && stateOf(key) === 'good' ? (
        <Unseen />
      ) : (
        <Status tone={stateOf(key) === 'good' ? 'fine' : 'quiet'}>{STATES[stateOf(key)]}</Status>
      ),
  },
  {
    heading: t('Expires'),
    width: '120px',
    cell: (key) => <Expiry of={key} />,
  },
  {
    heading: t('Last used'),
    width: '120px',
    cell: ({ last_used_at }) => (
      <Text size="sm">{last_used_at === null ? t('Never') : <Instant at={last_used_at} />}</Text>
    ),
  },
  {
    heading: t('Actions'),
    isAct: true,
    width: '170px',
    cell: (key) => (hasEnded(key) ? null : <KeyActions apiKey={key} rotate={() => rotate(key)} />),
  },
];

const SOON_DAYS = 30;

/** The expiry date, or the remaining days if there are at most thirty. */
function Expiry({ of: key }: { readonly of: ApiKey }) {
  const { expires_at } = key;
  if (expires_at === null) return <Text size="sm">{t('Never')}</Text>;
  const left = Math.ceil((Date.parse(expires_at) - Date.now()) / DAY_MS);
  if (hasEnded(key) || left > SOON_DAYS) return <Text size="sm">{onDay(expires_at)}</Text>;
  return (
    <span title={onDay(expires_at)}>
      <Status tone="attention">{t('{left, plural, one {# day} other {# days}} left', { left })}</Status>
    </span>
  );
}

const STATES = { good: t('Good'), revoked: t('Revoked'), expired: t('Expired'), rotated: t('Rotated') } as const;

const hasEnded = (key: ApiKey): boolean => ['revoked', 'expired'].includes(stateOf(key));

function stateOf({ revoked_at, expires_at, replaced_by }: ApiKey): keyof typeof STATES {
  if (revoked_at !== null) return 'revoked';
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return 'expired';
  return replaced_by === null ? 'good' : 'rotated';
}
