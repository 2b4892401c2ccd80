// Apps that an admin has approved for everyone: people connect them as employees without being asked.
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type AppPolicy, approveAppForEveryone, type ConnectedApp } from '../api/apps.ts';
import { useChange } from '../api/change.ts';
import { Section } from '../parts/forms/section.tsx';
import { t } from '../parts/texts/t.ts';

interface ApprovedAppsProps {
  readonly decided: AppPolicy;
  /** The connected apps of the workspace. */
  readonly apps: readonly ConnectedApp[];
}

export function ApprovedApps({ decided, apps }: ApprovedAppsProps) {
  const saving = useChange(approveAppForEveryone, { done: t('Saved.'), refresh: [['apps']] });
  const save = (client_id: string, approved: boolean): void => saving.mutate({ client_id, approved });
  return (
    <Section
      title={t('Which apps are approved for everyone?')}
      hint={t(
        'People connect them without being asked. The apps can find and read published trails and send feedback. Authors are still asked before an app may write.',
      )}
    >
      <Stack gap="sm" maw={560}>
        {decided.approved_apps.map((app) => (
          <Group key={app.client_id} justify="space-between" wrap="nowrap">
            <Text truncate>
              <bdi>{app.name}</bdi>{' '}
              <Text span size="sm" c="dimmed">
                {app.host}
              </Text>
            </Text>
            <Button size="xs" variant="default" loading={saving.isPending} onClick={() => save(app.client_id, false)}>
              {t('Withdraw approval')}
            </Button>
          </Group>
        ))}
        <Approval choices={choicesOf(apps, decided)} decided={decided} busy={saving.isPending} save={save} />
      </Stack>
    </Section>
  );
}

interface ApprovalProps {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly decided: AppPolicy;
  readonly busy: boolean;
  readonly save: (client_id: string, approved: boolean) => void;
}

function Approval({ choices, decided, busy, save }: ApprovalProps) {
  const [chosen, choose] = useState<string | null>(null);
  if (choices.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {decided.allowed_hosts === null
          ? t('List the hosts whose apps may be connected first.')
          : t('Connect an app from an allowed host yourself first. Then approve it here for everyone.')}
      </Text>
    );
  return (
    <Group align="end">
      <Select
        label={t('App to approve for everyone')}
        placeholder={t('Choose an app')}
        data={choices}
        value={chosen}
        onChange={choose}
        flex={1}
      />
      <Button
        variant="default"
        disabled={chosen === null}
        loading={busy}
        onClick={() => {
          if (chosen !== null) save(chosen, true);
          choose(null);
        }}
      >
        {t('Approve for everyone')}
      </Button>
    </Group>
  );
}

/** Connected apps at an allowed host that are not approved yet. Programs on people's own computers have no host. */
function choicesOf(apps: readonly ConnectedApp[], { allowed_hosts, approved_apps }: AppPolicy) {
  const isAllowed = (host: string): boolean =>
    (allowed_hosts ?? []).some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
  const isApproved = (id: string): boolean => approved_apps.some(({ client_id }) => client_id === id);
  const labels = new Map(
    apps
      .filter(({ host, client_id }) => isAllowed(host) && !isApproved(client_id))
      .map(({ client_id, name, host }) => [client_id, `${name} (${host})`]),
  );
  return [...labels].map(([value, label]) => ({ value, label }));
}
