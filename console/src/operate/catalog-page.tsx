// Publishing rules of the service-wide catalog: whether another operator must approve, and pending requests.
import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PublicPlugin } from '../admin/workspace/company-plugin.tsx';
import { trailPages } from '../api/trails.ts';
import { Section } from '../parts/forms/section.tsx';
import { PageAnchor } from '../parts/page/links.tsx';
import { Page } from '../parts/page/page.tsx';
import { Answered } from '../parts/page/states.tsx';
import { t } from '../parts/texts/t.ts';
import { CatalogRules } from '../write/publishing/catalog-rules.tsx';
import { DeletedTrails } from '../write/publishing/deleted-trails.tsx';
import { SafetyRules } from '../write/publishing/safety-rules.tsx';

export function CatalogPage() {
  const waiting = useInfiniteQuery(trailPages(undefined, '', 'approval'));
  return (
    <Page
      title={t('Publishing')}
      lead={t('Rules for the service-wide catalog, which goes to every workspace with access.')}
      crumbs={[{ label: t('Service-wide catalog'), to: '/write' }]}
      width="reading"
    >
      <CatalogRules />
      <SafetyRules />
      <PublicPlugin />
      <DeletedTrails />
      <Section
        title={t('Waiting for approval')}
        hint={t('An operator who did not save the revision has to approve it.')}
      >
        <Answered of={waiting} rows={2}>
          {({ pages }) => {
            const trails = pages.flatMap(({ items }) => items);
            if (trails.length === 0) return <Text c="dimmed">{t('Nothing waits.')}</Text>;
            return (
              <Stack gap="xs">
                {trails.map(({ id, title }) => (
                  <PageAnchor key={id} to="/write/$trailId" params={{ trailId: id }} dir="auto">
                    {title}
                  </PageAnchor>
                ))}
                <PageAnchor to="/write" search={{ only: 'approval' }} size="sm">
                  {t('Show them in the catalog')}
                </PageAnchor>
              </Stack>
            );
          }}
        </Answered>
      </Section>
    </Page>
  );
}
