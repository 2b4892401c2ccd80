// The trail's state as a dot and a word. Only a state that needs attention has color.
import type { Trail } from '../../api/trails.ts';
import { Status } from '../../parts/page/status.tsx';
import { t } from '../../parts/texts/t.ts';

type StatusFields = Pick<Trail, 'status' | 'has_unpublished_changes'>;

export function TrailStatusWord({
  trail: { status, has_unpublished_changes: hasNews },
}: {
  readonly trail: StatusFields;
}) {
  if (status === 'archived') return <Status tone="quiet">{t('Archived')}</Status>;
  if (status === 'draft') return <Status tone="quiet">{t('Draft')}</Status>;
  return hasNews ? (
    <Status tone="attention">{t('Live, changed since')}</Status>
  ) : (
    <Status tone="fine">{t('Live')}</Status>
  );
}
