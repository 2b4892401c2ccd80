// Switches to another workspace or to the service. Reloads the page, so that nothing of one is visible in the other.
import { useChange } from '../api/change.ts';
import { switchWorkspace } from '../api/sign-in.ts';
import { releaseWork } from '../parts/forms/held-work.ts';

/** Takes the id of a workspace, or null for the service. Opens `to` afterwards. */
export function useMoving(to = '/') {
  const moving = useChange(switchWorkspace, {
    after: () => {
      releaseWork();
      window.location.assign(to);
    },
  });
  /** True from the click until the page unloads. */
  const isUnderWayTo = (id: string | null): boolean =>
    (moving.isPending || moving.isSuccess) && moving.variables === id;
  return { ...moving, isUnderWayTo };
}
