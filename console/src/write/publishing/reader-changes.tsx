// Compares what employees see now with what they would see.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type TrailDetail, versionDetail } from '../../api/trails.ts';
import { Answered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { Difference } from '../draft/difference.tsx';
import { fullDocument } from '../draft/full-document.ts';

export function ReaderChanges({ detail }: { readonly detail: TrailDetail }) {
  const version = detail.published_version ?? undefined;
  const live = useQuery({ ...versionDetail(detail.id, version ?? 1), enabled: version !== undefined });
  if (version === undefined)
    return (
      <Text size="sm">
        {t('It is new to them: {promptCount, plural, one {# prompt} other {# prompts}}, nothing is replaced.', {
          promptCount: detail.prompt_count,
        })}
      </Text>
    );
  return (
    <Answered of={live} rows={3}>
      {({ document }) => (
        <div>
          <Text size="sm" fw={600} mb="xs">
            {t('Changes for employees since version {version}', { version })}
          </Text>
          <Difference before={fullDocument(document)} after={fullDocument(detail.document)} />
        </div>
      )}
    </Answered>
  );
}
