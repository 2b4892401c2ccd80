// The apps that act for the signed-in person.
import { useQuery } from '@tanstack/react-query';
import { endOwnApp, ownApps } from '../api/apps.ts';
import { useChange } from '../api/change.ts';
import { Page } from '../parts/page/page.tsx';
import { Answered, Empty } from '../parts/page/states.tsx';
import { t } from '../parts/texts/t.ts';
import { AppTable } from './app-table.tsx';

export function AppsPage() {
  const apps = useQuery(ownApps);
  const ending = useChange(endOwnApp, { done: t('The app is disconnected.'), refresh: [['apps']] });
  return (
    <Page
      title={t('Connected apps')}
      lead={t('Apps and AI tools that you have allowed to act for you in this workspace.')}
    >
      <Answered of={apps}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('No connected apps')}>
              {t('Add this workspace in your AI tool. The tool then sends you here to allow access.')}
            </Empty>
          ) : (
            <AppTable label={t('Your connected apps')} apps={items} end={(id) => ending.mutateAsync(id)} />
          )
        }
      </Answered>
    </Page>
  );
}
