// The trail's owner and review date. Visible to authors, not to employees.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PersonPicker } from '../../admin/person-picker.tsx';
import { changeCare, type TrailCare, trailCare } from '../../api/care.ts';
import { useChange } from '../../api/change.ts';
import { useSession } from '../../api/session.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { Status } from '../../parts/page/status.tsx';
import { onDay } from '../../parts/texts/formats.ts';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { dayIn, isOverdue } from '../days.ts';

const AGAIN = [
  { label: t('in 3 months'), months: 3 },
  { label: t('in 6 months'), months: 6 },
  { label: t('in a year'), months: 12 },
] as const;

interface CareOf {
  readonly trailId: string;
  /** An archived trail has an owner but no review. */
  readonly isArchived: boolean;
}

export function Care({ trailId, isArchived }: CareOf) {
  const care = useQuery(trailCare(trailId));
  return (
    <Answered of={care} rows={3}>
      {(facts) => (
        <>
          <Owner trailId={trailId} care={facts} />
          <Review trailId={trailId} care={facts} isArchived={isArchived} />
        </>
      )}
    </Answered>
  );
}

interface CareProps {
  readonly trailId: string;
  readonly care: TrailCare;
}

const useCare = (trailId: string, done: string, after?: () => void) =>
  useChange((body: Parameters<typeof changeCare>[1]) => changeCare(trailId, body), {
    refresh: [trailCare(trailId).queryKey, ['trails', 'list']],
    done,
    ...(after && { after }),
  });

function Owner({ trailId, care }: CareProps) {
  const { person } = useSession();
  const [chosen, choose] = useState<string | null>(null);
  const changing = useCare(trailId, t('Saved.'), () => choose(null));
  const isMine = care.owner?.id === person.id;
  const seen = { owner_id: care.owner?.id ?? null };
  const ownerName = care.owner === null ? t('No one') : care.owner.name || t('Someone without a name');
  return (
    <Section
      title={t('Who answers for it')}
      hint={t('Authors and admins see who to ask. Without an owner, that is the person who created it.')}
    >
      <Group justify="space-between">
        <Text dir="auto">
          {isMine ? t('{name} (you)', { name: ownerName }) : ownerName}
          {care.owner !== null && !care.owner_is_active && (
            <Text span ml="sm">
              <Status tone="attention">{t('No longer in the workspace')}</Status>
            </Text>
          )}
        </Text>
        {!isMine && (
          <Button
            variant="default"
            size="xs"
            loading={changing.isPending && changing.variables.owner_id === person.id}
            onClick={() => changing.mutate({ owner_id: person.id, seen })}
          >
            {t('Take it over')}
          </Button>
        )}
      </Group>
      <Group align="flex-end">
        <PersonPicker label={t('Hand it over to')} value={chosen} onChange={choose} forAuthors />
        <Button
          variant="default"
          loading={changing.isPending && changing.variables.owner_id === chosen}
          disabled={chosen === null || chosen === care.owner?.id}
          onClick={() => chosen !== null && changing.mutate({ owner_id: chosen, seen })}
        >
          {t('Hand over')}
        </Button>
      </Group>
    </Section>
  );
}

function Review({ trailId, care, isArchived }: CareProps & CareOf) {
  const changing = useCare(trailId, t('Saved.'));
  const [isHalf, setHalf] = useState(false);
  const seen = { review_by: care.review_by };
  // A partly typed date has an empty value. Do not save it as "no date".
  const save = ({ value, validity }: HTMLInputElement): void => {
    setHalf(validity.badInput);
    if (!validity.badInput && value !== (care.review_by ?? '')) changing.mutate({ review_by: value || null, seen });
  };
  return (
    <Section
      title={t('Review')}
      hint={
        isArchived
          ? t('No review is due while it is archived. The date counts again once the trail is restored.')
          : t(
              'Two weeks before this date, the trail appears under Trails, "Due for review", and on the admins\' overview.',
            )
      }
    >
      {!isArchived && (
        <Group align="flex-end">
          <TextInput
            type="date"
            label={t('Review by')}
            key={care.review_by ?? ''}
            defaultValue={care.review_by ?? ''}
            error={isHalf && t('Enter the whole date, or clear the field.')}
            onBlur={({ currentTarget }) => save(currentTarget)}
          />
          {care.review_by !== null && isOverdue(care.review_by) && <Status tone="attention">{t('Overdue')}</Status>}
        </Group>
      )}
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {care.reviewed_at === null
            ? t('Never reviewed.')
            : rich('Last reviewed {when} by {reviewedBy}.', {
                when: <Instant at={care.reviewed_at} />,
                reviewedBy: care.reviewed_by ?? t('someone'),
              })}{' '}
          {care.review_by !== null && t('Next by {day}.', { day: onDay(care.review_by) })}
        </Text>
        {!isArchived && (
          <ReviewedAgain
            review={(months) => changing.mutate({ reviewed: true, review_by: dayIn(months), seen })}
            underWay={changing.isPending && changing.variables.reviewed === true ? changing.variables.review_by : null}
          />
        )}
      </Stack>
    </Section>
  );
}

interface ReviewedAgainProps {
  readonly review: (months: number) => void;
  /** The date that is being saved. */
  readonly underWay: string | null | undefined;
}

function ReviewedAgain({ review, underWay }: ReviewedAgainProps) {
  return (
    // Keeps the focus in the date field. Its blur would save the typed date as well.
    <Group gap="xs" onMouseDown={(event) => event.preventDefault()}>
      <Text size="sm">{t('Reviewed; next review')}</Text>
      {AGAIN.map(({ label, months }) => (
        <Button
          key={months}
          size="xs"
          variant="default"
          loading={underWay === dayIn(months)}
          onClick={() => review(months)}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
