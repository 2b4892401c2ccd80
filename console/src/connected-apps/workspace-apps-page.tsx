// For admins: the apps of everybody in the workspace, and which hosts may be connected at all.
import { Alert, Button, Radio, Stack, Switch, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AppPolicy, appPolicy, endApp, endAppForEverybody, saveAppPolicy, workspaceApps } from '../api/apps.ts';
import { useChange } from '../api/change.ts';
import { problemOf } from '../api/problem.ts';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { AppTable } from './app-table.tsx';

export function WorkspaceAppsPage() {
  const apps = useQuery(workspaceApps);
  const policy = useQuery(appPolicy);
  const ending = useChange(endApp, { done: 'The app is disconnected.', refresh: [['apps']] });
  const endingAll = useChange(endAppForEverybody, {
    done: 'The app is disconnected for everybody.',
    refresh: [['apps']],
  });
  return (
    <Page title="Connected apps" lead="Apps and AI tools that people of the workspace allowed to act for them.">
      <Answered of={apps}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Nobody has connected an app yet">
              Whoever connects one is asked first, and it appears here.
            </Empty>
          ) : (
            <AppTable
              label="Connected apps of the workspace"
              apps={items}
              end={(id) => ending.mutateAsync(id)}
              endAll={(client) => endingAll.mutateAsync(client)}
            />
          )
        }
      </Answered>
      <Answered of={policy}>
        {(decided) => (
          <Stack key={JSON.stringify(decided)}>
            <Policy decided={decided} />
            <Vouching decided={decided} />
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

function Policy({ decided }: { readonly decided: AppPolicy }) {
  const [isListed, setListed] = useState(decided.allowed_hosts !== null);
  const [hosts, setHosts] = useState((decided.allowed_hosts ?? []).join('\n'));
  const saving = useChange(saveAppPolicy, { done: 'Saved.', refresh: [['apps']], handled: ['validation'] });
  const wanted = hosts.split(/[\s,]+/).filter((host) => host !== '');
  const isSame = isListed ? wanted.join() === (decided.allowed_hosts ?? []).join() : decided.allowed_hosts === null;
  const save = (): void => saving.mutate({ allowed_hosts: isListed ? wanted : null });
  return (
    <Section title="Which apps may be connected?" hint="Apps that are connected already stay so until they are ended.">
      <Stack maw={560}>
        <UnsavedGuard isDirty={!isSame && !saving.isPending} what="which apps may be connected" />
        {saving.error !== null && (
          <Alert color="red" variant="light" role="alert">
            {problemOf(saving.error)
              .issues.map(({ message }) => message)
              .join(' ') || problemOf(saving.error).message}
          </Alert>
        )}
        <Radio.Group value={isListed ? 'listed' : 'any'} onChange={(value) => setListed(value === 'listed')}>
          <Stack gap="xs">
            <Radio value="any" label="Any app" />
            <Radio value="listed" label="Only apps of these hosts, and programs on people's own computers" />
          </Stack>
        </Radio.Group>
        {isListed && (
          <Textarea
            label="Allowed hosts, one a line"
            placeholder={'claude.ai\nchatgpt.com'}
            autosize
            minRows={3}
            value={hosts}
            onChange={(event) => setHosts(event.currentTarget.value)}
          />
        )}
        <Button w="fit-content" loading={saving.isPending} onClick={save}>
          Save
        </Button>
      </Stack>
    </Section>
  );
}

function Vouching({ decided }: { readonly decided: AppPolicy }) {
  const saving = useChange(saveAppPolicy, { done: 'Saved.', refresh: [['apps']] });
  const { allowed_hosts } = decided;
  return (
    <Section
      title="Apps that the company manages"
      hint="The identity provider of single sign-on decides which app acts for whom. Nobody is asked here."
    >
      <Switch
        label="Our identity provider vouches for people and apps"
        description="For AI tools with enterprise-managed authorization. Switched off, what it connected ends at once."
        checked={decided.enterprise_managed === true}
        disabled={saving.isPending}
        onChange={(event) => saving.mutate({ allowed_hosts, enterprise_managed: event.currentTarget.checked })}
      />
    </Section>
  );
}
