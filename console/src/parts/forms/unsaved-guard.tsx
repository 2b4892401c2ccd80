// Asks before unsaved changes of a form are lost. Drafts of trails do not need it: the browser keeps them.

import { t } from '../texts/t.ts';
import { LeaveGuard } from './leave-guard.tsx';

interface UnsavedGuardProps {
  readonly isDirty: boolean;
  /** The changed content, as part of a sentence: "the roles". */
  readonly what: string;
}

export function UnsavedGuard({ isDirty, what }: UnsavedGuardProps) {
  return (
    <LeaveGuard isHeld={() => isDirty} disabled={!isDirty} title={t('Leave without saving?')}>
      {t('You have changed {what} but not saved. If you leave now, your changes are lost.', { what })}
    </LeaveGuard>
  );
}
