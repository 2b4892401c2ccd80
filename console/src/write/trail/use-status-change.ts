// Changes a trail's status and reports the result.
import { useChange } from '../../api/change.ts';
import { changeStatus, type StatusAction, type TrailDetail, trailDetail } from '../../api/trails.ts';
import { t } from '../../parts/texts/t.ts';

const DONE: Readonly<Record<StatusAction, string>> = {
  unpublish: t('It is a draft again. Employees no longer see it.'),
  archive: t('Archived.'),
  unarchive: t('It is a draft again.'),
};

export function useStatusChange(detail: TrailDetail) {
  const refresh = [trailDetail(detail.id).queryKey, ['trails', 'list'], ['visible']];
  return useChange(async (action: StatusAction) => ({ action, trail: await changeStatus(detail.id, action) }), {
    refresh,
    done: ({ action }) => DONE[action],
  });
}
