// Creates an API key: the person chooses scopes and an expiry date, then sees the key once.
import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { isBlank } from '../../../../src/base/text.ts';
import { apiKeys, createKey, type Scope } from '../../api/workspace.ts';
import { MakingDialog, useMaking } from '../../parts/dialogs/making-dialog.tsx';
import { ShownOnce } from '../../parts/secrets/shown-once.tsx';
import { DAY_MS } from '../../parts/texts/durations.ts';
import { t } from '../../parts/texts/t.ts';

const SCOPES: readonly { readonly value: Scope; readonly label: string }[] = [
  { value: 'trails:read', label: t('Read trails, drafts included') },
  { value: 'trails:write', label: t('Write trails: create, save, test, grant, delete') },
  { value: 'trails:publish', label: t('Publish, unpublish, archive') },
];
const LIFETIMES = [
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In a year') },
  { value: 'never', label: t('Never') },
];
const USUAL_LIFETIME = '90';
const EMPTY = { name: '', scopes: ['trails:read'] as Scope[], lifetime: USUAL_LIFETIME };

interface NewKeyProps {
  readonly opened: boolean;
  readonly close: () => void;
  readonly leadToUnseen: (id: string) => void;
}

export function NewKey({ opened, close, leadToUnseen }: NewKeyProps) {
  /** The time of the first attempt. A retry after a lost response must send the same expiry date. */
  const asked = useRef<number>(undefined);
  const making = useMaking(EMPTY, {
    make: ({ name, scopes, lifetime }) => {
      asked.current ??= Date.now();
      return createKey({ name: name.trim(), scopes, expires_at: endOf(lifetime, asked.current) });
    },
    names: ['name', 'scopes', 'expires_at'],
    refresh: [apiKeys.queryKey],
    close: () => {
      asked.current = undefined;
      close();
    },
    leadToUnseen,
  });
  const { fields, set, errors } = making;
  return (
    <MakingDialog
      making={making}
      opened={opened}
      title={t('New API key')}
      button={t('Make key')}
      isReady={!isBlank(fields.name) && fields.scopes.length > 0}
      shown={({ key }) => <ShownOnce label={t('Key')} secret={key} />}
    >
      <TextInput
        label={t('What is it for?')}
        placeholder={t('Nightly import')}
        required
        maxLength={120}
        {...making.text('name')}
      />
      <ScopesField error={errors.field('scopes').error} value={fields.scopes} onChange={(scopes) => set({ scopes })} />
      <Select
        {...errors.field('expires_at')}
        label={t('It expires')}
        allowDeselect={false}
        value={fields.lifetime}
        onChange={(lifetime) => set({ lifetime: lifetime ?? USUAL_LIFETIME })}
        data={LIFETIMES}
      />
    </MakingDialog>
  );
}

interface ScopesFieldProps {
  readonly error: string | undefined;
  readonly value: Scope[];
  readonly onChange: (scopes: Scope[]) => void;
}

function ScopesField({ error, value, onChange }: ScopesFieldProps) {
  return (
    <Checkbox.Group label={t('It may')} error={error} value={value} onChange={onChange}>
      <Stack gap={8} mt={8}>
        {SCOPES.map((scope) => (
          <Checkbox key={scope.value} value={scope.value} label={scope.label} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** The expiry time (ms) of a key created at `madeAt`, or null for never. */
const endOf = (lifetime: string, madeAt: number): string | null =>
  lifetime === 'never' ? null : new Date(madeAt + Number(lifetime) * DAY_MS).toISOString();
