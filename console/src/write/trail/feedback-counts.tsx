// The votes for each version, and the readers' comments. Never shows names.
import '@mantine/core/styles/Progress.css';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Feedback, feedbackCounts } from '../../api/reading.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Answered, Empty } from '../../parts/page/states.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { t } from '../../parts/texts/t.ts';

export function FeedbackCounts({ trailId }: { readonly trailId: string }) {
  const counts = useQuery(feedbackCounts(trailId));
  return (
    <Answered of={counts} rows={3}>
      {({ items, comments }) =>
        items.length === 0 ? (
          <Empty title={t('No answers yet')}>
            {t('Employees are asked at the end of the trail if its author has switched that on.')}
          </Empty>
        ) : (
          <Section
            title={t('Did it help?')}
            hint={t('One answer per person and version. Numbers appear from five people on.')}
          >
            <Stack gap="sm">
              {items.map(({ version, helpful, not_helpful }) => (
                <Group key={version} gap="md">
                  <Text fw={560} w={90} className="numbers">
                    {t('Version {version}', { version })}
                  </Text>
                  {helpful === null || not_helpful === null ? (
                    <Text size="sm" c="dimmed">
                      {t('Fewer than five people have answered.')}
                    </Text>
                  ) : (
                    <>
                      <Progress value={share(helpful, not_helpful)} flex="1 1 160px" color="pine.6" aria-hidden />
                      <Text size="sm" className="numbers">
                        {t('{helpful} helpful, {notHelpful} not', { helpful, notHelpful: not_helpful })}
                      </Text>
                    </>
                  )}
                </Group>
              ))}
            </Stack>
            {comments.length > 0 && <Comments comments={comments} />}
          </Section>
        )
      }
    </Answered>
  );
}

/** What readers wrote, newest first. */
const Comments = ({ comments }: { readonly comments: Feedback['comments'] }) => (
  <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('Comments')}>
    {comments.map(({ version, helpful, comment, given_at }) => (
      <li key={`${given_at} ${comment}`}>
        <Text dir="auto">{comment}</Text>
        <Text size="sm" c="dimmed">
          {helpful ? t('Helpful') : t('Not helpful')} · {t('Version {version}', { version })} ·{' '}
          <Instant at={given_at} />
        </Text>
      </li>
    ))}
  </Stack>
);

const share = (yes: number, no: number): number => (yes + no === 0 ? 0 : (100 * yes) / (yes + no));
