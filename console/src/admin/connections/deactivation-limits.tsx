// The limits of the guard against mass deprovisioning, for all connections of the workspace.

import '@mantine/core/styles/NumberInput.css';
import { Button, Group, NumberInput, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  deactivationLimits,
  type DeactivationLimits as Limits,
  setDeactivationLimits,
} from '../../api/deactivations.ts';
import { EditedForm, useChanging } from '../../parts/forms/edited-form.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { inDigits } from '../../parts/texts/digits.ts';
import { t } from '../../parts/texts/t.ts';

export function DeactivationLimits() {
  const limits = useQuery(deactivationLimits);
  return (
    <Section
      title={t('Guard against mass deprovisioning')}
      hint={t(
        'A wrong assignment in the identity provider can deactivate everyone within minutes. Above these limits, people lose access, and an admin can restore them.',
      )}
    >
      <Answered of={limits} rows={2}>
        {(current) => <LimitsForm current={current} />}
      </Answered>
    </Section>
  );
}

/** The typed values. An empty field is ''. */
type Typed = { readonly [Name in keyof Limits]: Limits[Name] | (Limits[Name] extends number ? '' : never) };

function LimitsForm({ current }: { readonly current: Limits }) {
  const form = useChanging<Typed>(current, {
    names: ['most_people', 'most_percent', 'final_after_days'],
    save: ({ value }) => setDeactivationLimits({ ...numbersOf(value), seen: current }),
    refresh: [['workspace']],
  });
  const { value: limits, set, errors } = form;
  const isWhole = limits.most_people !== '' && limits.most_percent !== '' && limits.final_after_days !== '';
  const number = (key: 'most_people' | 'most_percent' | 'final_after_days') => ({
    ...errors.field(key),
    value: limits[key],
    min: 1,
    allowDecimal: false,
    disabled: !limits.enabled,
    clampBehavior: 'strict' as const,
    onChange: (value: string | number) => set({ [key]: typeof value === 'number' ? value : '' }),
  });
  return (
    <EditedForm
      form={form}
      what={t('the limits')}
      labels={LABELS}
      shown={SHOWN}
      buttons={
        <Button type="submit" disabled={!form.isDirty || !isWhole} loading={form.isSaving}>
          {t('Save limits')}
        </Button>
      }
    >
      <Switch
        label={t('Suspend unusual numbers')}
        checked={limits.enabled}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
      <Group gap="md" align="flex-start">
        <NumberInput label={t('People in an hour, at most')} w={220} max={1_000_000} {...number('most_people')} />
        <NumberInput
          label={t('Share of a connection in an hour')}
          w={240}
          max={100}
          suffix=" %"
          {...number('most_percent')}
        />
        <NumberInput label={t('Days to restore people')} w={200} max={365} {...number('final_after_days')} />
      </Group>
      <Text size="sm" c="dimmed">
        {limits.enabled
          ? isWhole &&
            t(
              'A connection with 200 people may deactivate {most} in an hour, one with 5,000 people {mostOfLarge}. Up to ten people are always allowed. People who joined within the hour do not count.',
              { most: mostOf(numbersOf(limits), 200), mostOfLarge: mostOf(numbersOf(limits), 5_000) },
            )
          : t('No one can be restored here, however many people leave at once.')}
      </Text>
    </EditedForm>
  );
}

const LABELS = {
  enabled: t('The guard'),
  most_people: t('People in an hour'),
  most_percent: t('The share'),
  final_after_days: t('The days to restore people'),
} as const;
const SHOWN = {
  enabled: (is: boolean): string => (is ? t('on') : t('off')),
  most_people: (people: number | ''): string => (people === '' ? '' : inDigits(people)),
  most_percent: (percent: number | ''): string => `${percent} %`,
  final_after_days: (days: number | ''): string => (days === '' ? '' : inDigits(days)),
};

const numbersOf = ({ enabled, most_people, most_percent, final_after_days }: Typed): Limits => ({
  enabled,
  most_people: Number(most_people),
  most_percent: Number(most_percent),
  final_after_days: Number(final_after_days),
});

const mostOf = ({ most_people, most_percent }: Limits, people: number): string =>
  inDigits(Math.min(most_people, Math.max(10, Math.floor((people * most_percent) / 100))));
