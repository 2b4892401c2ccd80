// The trails that wait for approval, for members of the group that approves.
import { Box, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { myApprovals } from '../../api/publishing.ts';
import { DrawnTrail } from '../../parts/page/drawings.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Answered, Empty } from '../../parts/page/states.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

export function ApprovalsPage() {
  const requests = useQuery(myApprovals);
  return (
    <Page
      title={t('Approvals')}
      lead={t("Trails that wait for your group's approval before they are published.")}
      width="reading"
    >
      <Answered of={requests} rows={4}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('Nothing waits for approval')} drawing={<DrawnTrail />}>
              {t('When someone asks for approval of a trail, it appears here.')}
            </Empty>
          ) : (
            <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {items.map(({ id, title, requested_by, requested_at }) => (
                <Box key={id} component="li" className="card" p="md">
                  <PageAnchor to="/approvals/$trailId" params={{ trailId: id }} fw={560} dir="auto">
                    {title}
                  </PageAnchor>
                  <Text size="sm" c="dimmed">
                    {rich('<span>{requestedBy}</span> asked {when}', {
                      span: (text) => <span dir="auto">{text}</span>,
                      requestedBy: requested_by?.name || t('Someone'),
                      when: requested_at && <Instant at={requested_at} />,
                    })}
                  </Text>
                </Box>
              ))}
            </Stack>
          )
        }
      </Answered>
    </Page>
  );
}
