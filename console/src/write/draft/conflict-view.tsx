// Another author saved first. Shows both versions field by field, and asks which to keep if both changed the same
// field.
import { inSentence } from '../../parts/texts/in-sentence.ts';
import '@mantine/core/styles/Badge.css';
import { Alert, Badge, Button, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { TrailDetail } from '../../api/trails.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { Words } from './difference.tsx';
import { type FullDocument, fullDocument } from './full-document.ts';
import { type MergeRow, merged, mergeRows, type Side, usualChoice } from './merge.ts';
import type { Draft } from './use-draft.ts';

interface ConflictViewProps {
  /** True if the trail is archived. Saving the merged document has to wait until it is not. */
  readonly isArchived: boolean;
  readonly draft: Draft;
  readonly conflict: { readonly base: FullDocument; readonly theirs: TrailDetail };
}

export function ConflictView({ draft, conflict, isArchived }: ConflictViewProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const theirs = fullDocument(conflict.theirs.document);
  const rows = mergeRows(conflict.base, draft.mine, theirs);
  const open = rows.filter(({ changedBy, field }) => changedBy === 'both' && choices[field.path] === undefined);
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" title={t('Someone else saved first')} tabIndex={-1} ref={begin}>
        {rich(
          'You edited revision {revision}; revision {theirRevision} was saved {when}. Fields that only one of you changed are already merged. For the others, choose a version, then save.',
          {
            revision: draft.revision,
            theirRevision: conflict.theirs.revision,
            when: <Instant at={conflict.theirs.updated_at} />,
          },
        )}
      </Alert>
      {rows.map((row) => (
        <Row
          key={row.field.path}
          row={row}
          documents={{ base: conflict.base, mine: draft.mine, theirs }}
          choice={choices[row.field.path] ?? (row.changedBy === 'both' ? undefined : usualChoice(row))}
          choose={(side) => setChoices((now) => ({ ...now, [row.field.path]: side }))}
        />
      ))}
      <Group justify="flex-end">
        {isArchived && (
          <Text size="sm" c="dimmed">
            {t('You can save it once the trail is no longer archived.')}
          </Text>
        )}
        <Confirm
          label={t('Discard my changes')}
          title={t('Discard your changes?')}
          confirm={t('Discard my changes')}
          onConfirm={async () => draft.discard()}
        >
          {t('The draft stays as the other person saved it. Your changes since revision {revision} are gone.', {
            revision: draft.revision,
          })}
        </Confirm>
        <Button
          loading={draft.isSaving}
          disabled={open.length > 0 || isArchived}
          onClick={() => draft.saveMerged(merged(conflict.base, draft.mine, theirs, choices))}
        >
          {open.length > 0 ? t('{open} to choose', { open: open.length }) : t('Save the merged draft')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The save button is gone, so focus the alert for keyboard and screen reader users. */
const begin = (alert: HTMLElement | null): void => alert?.focus();

interface RowProps {
  readonly row: MergeRow;
  readonly documents: { readonly base: FullDocument; readonly mine: FullDocument; readonly theirs: FullDocument };
  readonly choice: Side | undefined;
  readonly choose: (side: Side) => void;
}

function Row({ row: { field, changedBy, canKeepBoth }, documents, choice, choose }: RowProps) {
  const was = field.toText(documents.base);
  return (
    <Section title={field.label} hint={HINTS[changedBy]}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {(['theirs', 'mine'] as const).map((side) => (
          <div key={side}>
            <Group gap={8} mb={6}>
              <Text size="sm" fw={600}>
                {side === 'mine' ? t('Yours') : t('Theirs')}
              </Text>
              {(choice === side || choice === 'both') && (
                <Badge size="sm" tt="none">
                  {t('kept')}
                </Badge>
              )}
            </Group>
            <Words before={was} after={field.toText(documents[side])} />
          </div>
        ))}
      </SimpleGrid>
      <SegmentedControl
        value={choice ?? ''}
        onChange={(side) => choose(side as Side)}
        aria-label={t('Which {field} to keep', { field: inSentence(field.label) })}
        data={[
          { value: 'theirs', label: t('Keep theirs') },
          { value: 'mine', label: t('Keep yours') },
          ...(canKeepBoth ? [{ value: 'both', label: t('Keep both') }] : []),
        ]}
      />
    </Section>
  );
}

const HINTS = {
  mine: t('Only you changed it.'),
  theirs: t('Only the other person changed it.'),
  both: t('Both of you changed it. Choose one.'),
} as const;
