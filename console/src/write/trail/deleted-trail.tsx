// A deleted trail. Shows the text that this person wrote or read in this window, and how to reuse it.
import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useChange } from '../../api/change.ts';
import { createTrail, type TrailDocument, trailDetail } from '../../api/trails.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Loading } from '../../parts/page/states.tsx';
import { Copy } from '../../parts/secrets/copy-field.tsx';
import { t } from '../../parts/texts/t.ts';
import { FIELDS } from '../draft/fields.ts';
import { type FullDocument, fullDocument } from '../draft/full-document.ts';
import { findKeptDraft, forgetDraft, type Place } from '../draft/kept-draft.ts';

interface Left {
  readonly document: FullDocument;
  /** True if it contains unsaved changes. */
  readonly isUnsaved: boolean;
}

export function DeletedTrail({ place }: { readonly place: Place }) {
  const left = useLeft(place);
  return left === undefined ? <Loading /> : <RemainingText place={place} left={left} />;
}

/** Undefined until the effect has looked, because the editor keeps its last changes when it unmounts. */
function useLeft({ personId, trailId }: Place): Left | undefined {
  const queries = useQueryClient();
  const [left, setLeft] = useState<Left>();
  useEffect(() => {
    const kept = findKeptDraft({ personId, trailId });
    const read = queries.getQueryData(trailDetail(trailId).queryKey);
    const document = kept?.mine ?? (read && fullDocument(read.document));
    if (document !== undefined) setLeft({ document, isUnsaved: kept !== undefined });
  }, [queries, personId, trailId]);
  return left;
}

function RemainingText({ place, left: { document, isUnsaved } }: { readonly place: Place; readonly left: Left }) {
  const navigate = useNavigate();
  const creating = useChange(() => createTrail({ document: document as TrailDocument }), {
    refresh: [['trails', 'list']],
    done: t('It is a separate draft now.'),
    after: ({ id }) => {
      forgetDraft(place);
      void navigate({ to: '/write/$trailId', params: { trailId: id } });
    },
  });
  return (
    <Page
      title={document.title || t('Untitled')}
      crumbs={[{ label: t('Trails'), to: '/write' }]}
      width="reading"
      actions={
        <Button loading={creating.isPending} onClick={() => creating.mutate(undefined)}>
          {t('Create a new trail from it')}
        </Button>
      }
    >
      <Alert color="yellow" variant="light" role="alert" title={t('This trail was deleted')}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            {isUnsaved
              ? t(
                  'It can no longer be saved, and no one can restore its versions. This browser has kept your unsaved changes.',
                )
              : t(
                  'It can no longer be saved, and no one can restore its versions. Below is the text that this window last loaded.',
                )}
          </Text>
          <Group gap="xs">
            <Copy value={textOf(document)} label={t('Copy the text')} />
            {isUnsaved && <Drop place={place} />}
          </Group>
        </Stack>
      </Alert>
      <Section title={t('Its text')} hint={t('All fields with text.')}>
        {filledFields(document).map(({ label, text }) => (
          <Box key={label}>
            <Text size="sm" fw={600} mb={4}>
              {label}
            </Text>
            <Box className="prompt-text" dir="auto">
              {text}
            </Box>
          </Box>
        ))}
      </Section>
    </Page>
  );
}

function Drop({ place }: { readonly place: Place }) {
  const navigate = useNavigate();
  const drop = (): Promise<void> => {
    forgetDraft(place);
    return navigate({ to: '/write' });
  };
  return (
    <Confirm
      label={t('Discard it')}
      title={t('Discard your text?')}
      confirm={t('Discard it')}
      onConfirm={drop}
      button={{ size: 'xs' }}
    >
      {t("You can't undo this: the trail was deleted, and only this browser has kept the text.")}
    </Confirm>
  );
}

const filledFields = (document: FullDocument) =>
  FIELDS.map(({ label, toText }) => ({ label, text: toText(document) })).filter(({ text }) => text !== '');

const textOf = (document: FullDocument): string =>
  filledFields(document)
    .map(({ label, text }) => `${label}\n${text}\n`)
    .join('\n');
