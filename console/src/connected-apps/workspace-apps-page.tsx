// For admins: all connected apps of the workspace, and the hosts that are allowed.
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appPolicy, endApp, endAppForEverybody, workspaceApps } from '../api/apps.ts';
import { useChange } from '../api/change.ts';
import { Page } from '../parts/page/page.tsx';
import { Answered, Empty } from '../parts/page/states.tsx';
import { t } from '../parts/texts/t.ts';
import { AllowedApps, DeviceSignIn, VouchedApps } from './app-policy.tsx';
import { AppTable } from './app-table.tsx';
import { ApprovedApps } from './approved-apps.tsx';

export function WorkspaceAppsPage() {
  const apps = useQuery(workspaceApps);
  const policy = useQuery(appPolicy);
  const ending = useChange(endApp, { done: t('The app is disconnected.'), refresh: [['apps']] });
  const endingAll = useChange(endAppForEverybody, {
    done: t('The app is disconnected for everyone.'),
    refresh: [['apps']],
  });
  return (
    <Page
      title={t('Connected apps')}
      lead={t('Apps and AI tools that people in the workspace have allowed to act for them.')}
    >
      <Answered of={apps}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('No connected apps yet')}>{t('When people connect apps, they appear here.')}</Empty>
          ) : (
            <AppTable
              label={t('Connected apps of the workspace')}
              apps={items}
              end={(id) => ending.mutateAsync(id)}
              endAll={(client) => endingAll.mutateAsync(client)}
            />
          )
        }
      </Answered>
      <Answered of={policy}>
        {(decided) => (
          <Stack gap="lg">
            <AllowedApps decided={decided} />
            <ApprovedApps decided={decided} apps={apps.data?.items ?? []} />
            <DeviceSignIn decided={decided} />
            <VouchedApps decided={decided} />
          </Stack>
        )}
      </Answered>
    </Page>
  );
}
