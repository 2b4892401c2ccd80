// The workspace's rules for apps: which hosts are allowed, and whether the identity provider vouches for apps. Each is
// saved separately, so one never overwrites the other.
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/RadioCard.css';
import { Button, Radio, Stack, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type AppPolicy, saveAppPolicy } from '../api/apps.ts';
import { useChange } from '../api/change.ts';
import { busy } from '../parts/forms/busy.ts';
import { EditedForm, useChanging } from '../parts/forms/edited-form.tsx';
import type { FormErrors } from '../parts/forms/form-errors.tsx';
import { Section } from '../parts/forms/section.tsx';
import { t } from '../parts/texts/t.ts';

/** One host per line, as typed. Null if any app may be connected. */
type Listed = string | null;

export function AllowedApps({ decided: { allowed_hosts } }: { readonly decided: AppPolicy }) {
  const form = useChanging(
    { allowed_hosts: allowed_hosts?.join('\n') ?? null },
    {
      names: ['allowed_hosts'],
      save: ({ value, seen }) =>
        saveAppPolicy({
          allowed_hosts: hostsOf(value.allowed_hosts),
          seen: { allowed_hosts: hostsOf(seen.allowed_hosts ?? null) },
        }),
      refresh: [['apps']],
    },
  );
  return (
    <Section
      title={t('Which apps may be connected?')}
      hint={t('Connected apps stay connected until someone disconnects them.')}
    >
      <EditedForm
        form={form}
        what={t('which apps may be connected')}
        labels={LABELS}
        shown={SHOWN}
        buttons={
          <Button type="submit" variant="default" disabled={!form.isDirty} loading={form.isSaving}>
            {t('Save')}
          </Button>
        }
      >
        <HostChoice
          listed={form.value.allowed_hosts}
          change={(listed) => form.set({ allowed_hosts: listed })}
          error={form.errors.field('allowed_hosts')}
        />
      </EditedForm>
    </Section>
  );
}

interface HostChoiceProps {
  readonly listed: Listed;
  readonly change: (listed: Listed) => void;
  readonly error: ReturnType<FormErrors['field']>;
}

/** Switching to "Any app" and back restores the list. */
function HostChoice({ listed, change, error }: HostChoiceProps) {
  const [last, keep] = useState(listed ?? '');
  return (
    <>
      <Radio.Group
        aria-label={t('Which apps may be connected?')}
        value={listed === null ? 'any' : 'listed'}
        onChange={(chosen) => change(chosen === 'listed' ? last : null)}
      >
        <Stack gap="xs">
          <Radio value="any" label={t('Any app')} />
          <Radio
            value="listed"
            label={t("Only apps from these hosts, and programs that sign in on people's own computers")}
          />
        </Stack>
      </Radio.Group>
      {listed !== null && (
        <Textarea
          {...error}
          label={t('Allowed hosts, one per line')}
          placeholder={'claude.ai\nchatgpt.com'}
          autosize
          minRows={3}
          maw={560}
          value={listed}
          onChange={(event) => {
            keep(event.currentTarget.value);
            change(event.currentTarget.value);
          }}
        />
      )}
    </>
  );
}

const LABELS = { allowed_hosts: t('What may be connected') } as const;
const SHOWN = { allowed_hosts: (listed: Listed): string => hostsOf(listed)?.join(', ') ?? t('any app') };

/** The typed lines as hosts. */
const hostsOf = (listed: Listed): string[] | null => listed?.split(/[\s,]+/).filter((host) => host !== '') ?? null;

export function VouchedApps({ decided: { enterprise_managed } }: { readonly decided: AppPolicy }) {
  const saving = useChange(saveAppPolicy, { done: t('Saved.'), refresh: [['apps']] });
  return (
    <Section
      title={t('Apps managed by the company')}
      hint={t('The identity provider for single sign-on decides which app acts for whom. People are not asked here.')}
    >
      <Switch
        label={t('Our identity provider vouches for people and apps')}
        description={t(
          'For AI tools with enterprise-managed authorization. If you switch it off, apps connected this way stop working at once.',
        )}
        checked={enterprise_managed}
        {...busy(saving.isPending)}
        onChange={(event) => saving.mutate({ enterprise_managed: event.currentTarget.checked })}
      />
    </Section>
  );
}

const DEVICE_CHOICES = [
  { value: 'all', label: t('Any program that may be connected') },
  { value: 'own', label: t("Only Cairn's own programs, such as the command line") },
  { value: 'off', label: t('Nobody') },
] as const;

export function DeviceSignIn({ decided: { device_sign_in } }: { readonly decided: AppPolicy }) {
  const saving = useChange(saveAppPolicy, { done: t('Saved.'), refresh: [['apps']] });
  return (
    <Section
      title={t('Who can sign in with a code?')}
      hint={t(
        'A device shows a code, and a person types it in here. With a list of hosts, one of them has to vouch for the program.',
      )}
    >
      <Radio.Group
        aria-label={t('Who can sign in with a code?')}
        value={device_sign_in}
        onChange={(value) => {
          const chosen = DEVICE_CHOICES.find((choice) => choice.value === value)?.value;
          if (chosen !== undefined && !saving.isPending)
            saving.mutate({ device_sign_in: chosen, seen: { device_sign_in } });
        }}
      >
        <Stack gap="xs">
          {DEVICE_CHOICES.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  );
}
