// Going on in another workspace, or in the service itself. Nothing of one may be seen in the other: the page starts
// anew.
import { useChange } from '../api/change.ts';
import { switchWorkspace } from '../api/sign-in.ts';
import { letGo } from '../parts/forms/held-work.ts';

/** The change wants the id of a workspace, or null for the service; `to` is the address that is opened there. */
export function useMoving(to = '/') {
  const moving = useChange(switchWorkspace, {
    after: () => {
      letGo();
      window.location.assign(to);
    },
  });
  /** From the press until the page has gone. */
  const isUnderWayTo = (id: string | null): boolean =>
    (moving.isPending || moving.isSuccess) && moving.variables === id;
  return { ...moving, isUnderWayTo };
}
