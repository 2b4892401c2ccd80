// Asks before changes of a form that nobody saved are lost. Drafts of trails need none: they are kept in the browser.
import { LeaveGuard } from './leave-guard.tsx';

interface UnsavedGuardProps {
  readonly isDirty: boolean;
  /** What was changed, as a part of a sentence: "the roles". */
  readonly what: string;
}

export function UnsavedGuard({ isDirty, what }: UnsavedGuardProps) {
  return (
    <LeaveGuard isHeld={() => isDirty} disabled={!isDirty} title="Leave without saving?">
      You have changed {what}, and not saved it. If you leave now, your change is lost.
    </LeaveGuard>
  );
}
