// What a workspace decides about apps: whose may be connected, and whether its identity provider vouches for them. Each is
// saved by itself, so that one leaves the other as it is.
import { Button, Group, Radio, Stack, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type AppPolicy, saveAppPolicy } from '../api/apps.ts';
import { useChange } from '../api/change.ts';
import { ChangedElsewhere } from '../parts/changed-elsewhere.tsx';
import { type FormErrors, FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { Section } from '../parts/section.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { useEdited } from '../parts/use-edited.ts';

type Hosts = Pick<AppPolicy, 'allowed_hosts'>;

export function AllowedApps({ decided: { allowed_hosts } }: { readonly decided: AppPolicy }) {
  const { edited, errors, saving, change, save } = useAllowedHosts(allowed_hosts);
  const { value, isDirty } = edited;
  return (
    <Section title="Which apps may be connected?" hint="Apps that are connected already stay so until they are ended.">
      <UnsavedGuard isDirty={isDirty && !saving.isPending} what="which apps may be connected" />
      <form
        ref={errors.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack maw={560}>
          <HostChoice hosts={value.allowed_hosts} change={change} error={errors.field('allowed_hosts')} />
          <ChangedElsewhere edited={edited} labels={LABELS} shown={SHOWN} onDecided={errors.clear}>
            <FormProblem errors={errors} />
            <Group>
              <Button type="submit" variant="default" disabled={!isDirty} loading={saving.isPending}>
                Save
              </Button>
            </Group>
          </ChangedElsewhere>
        </Stack>
      </form>
    </Section>
  );
}

/** The list as it is edited, null where any app may be connected, and how it is saved over the one that was seen. */
function useAllowedHosts(allowed_hosts: AppPolicy['allowed_hosts']) {
  const edited = useEdited<Hosts>({ allowed_hosts });
  const { value, set, seen, saved } = edited;
  const errors = useFormErrors(['allowed_hosts']);
  const saving = useChange((sent: Hosts) => saveAppPolicy({ ...sent, seen }).then(() => sent), {
    refresh: [['apps']],
    done: 'Saved.',
    onProblem: (problem) => edited.shows(problem) || errors.onProblem(problem),
    after: (sent) => {
      set(sent);
      saved(sent);
    },
  });
  const change = (hosts: Hosts['allowed_hosts']): void => {
    errors.clear();
    set({ allowed_hosts: hosts });
  };
  const save = (): void => {
    errors.clear();
    saving.mutate({ allowed_hosts: wordsOf(value.allowed_hosts) });
  };
  return { edited, errors, saving, change, save };
}

interface HostChoiceProps {
  readonly hosts: Hosts['allowed_hosts'];
  readonly change: (hosts: Hosts['allowed_hosts']) => void;
  readonly error: ReturnType<FormErrors['field']>;
}

/** A list that is put aside for "Any app" comes back with the other choice. */
function HostChoice({ hosts, change, error }: HostChoiceProps) {
  const [listed, keep] = useState(hosts ?? []);
  return (
    <>
      <Radio.Group
        aria-label="Which apps may be connected?"
        value={hosts === null ? 'any' : 'listed'}
        onChange={(chosen) => change(chosen === 'listed' ? listed : null)}
      >
        <Stack gap="xs">
          <Radio value="any" label="Any app" />
          <Radio value="listed" label="Only apps of these hosts, and programs on people's own computers" />
        </Stack>
      </Radio.Group>
      {hosts !== null && (
        <Textarea
          {...error}
          label="Allowed hosts, one a line"
          placeholder={'claude.ai\nchatgpt.com'}
          autosize
          minRows={3}
          value={hosts.join('\n')}
          onChange={(event) => {
            const lines = event.currentTarget.value.split('\n');
            keep(lines);
            change(lines);
          }}
        />
      )}
    </>
  );
}

const LABELS = { allowed_hosts: 'What may be connected' } as const;
const SHOWN = {
  allowed_hosts: (hosts: readonly string[] | null): string => (hosts === null ? 'any app' : hosts.join(', ')),
};

/** Lines as they were typed, as hosts. */
const wordsOf = (lines: readonly string[] | null): string[] | null =>
  lines === null
    ? null
    : lines
        .join('\n')
        .split(/[\s,]+/)
        .filter((host) => host !== '');

export function VouchedApps({ decided: { enterprise_managed } }: { readonly decided: AppPolicy }) {
  const saving = useChange(saveAppPolicy, { done: 'Saved.', refresh: [['apps']] });
  return (
    <Section
      title="Apps that the company manages"
      hint="The identity provider of single sign-on decides which app acts for whom. Nobody is asked here."
    >
      <Switch
        label="Our identity provider vouches for people and apps"
        description="For AI tools with enterprise-managed authorization. Switched off, what it connected ends at once."
        checked={enterprise_managed}
        disabled={saving.isPending}
        onChange={(event) => saving.mutate({ enterprise_managed: event.currentTarget.checked })}
      />
    </Section>
  );
}
