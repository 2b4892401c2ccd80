// Explanations on the sign-in page.
import type { Problem } from '../api/problem.ts';
import { keptNames } from '../parts/browser-storage.ts';
import { t } from '../parts/texts/t.ts';

const REASONS: Readonly<Record<string, string>> = {
  'session-ended': t('Your session has ended. Sign in again.'),
  'sso-required': t(
    "This workspace requires single sign-on. Enter your work email address and use your company's sign-in.",
  ),
  'no-member': t('You are not an active member of this workspace. Ask one of its admins to add you.'),
  'membership-revoked': t('You are not an active member of this workspace. Ask one of its admins to add you.'),
  expired: t('The sign-in took too long. Start again.'),
  owner: t(
    "You are the Owner of the workspace. Sign in once with your password or a link, then use your company's sign-in in this browser.",
  ),
  'not-set-up': t('Single sign-on is not set up for this workspace. Sign in with a password or a link.'),
  provider: t("Your company's sign-in refused, or its answer could not be trusted. Try again, then tell an admin."),
  'rate-limited': t('Too many attempts. Wait a moment, then try again.'),
};

const SESSION_OF_AUTHOR_ENDED = t(
  'Your session has ended. Sign in again. This browser has kept your unsaved changes to trails.',
);

/** Whether this browser keeps unsaved changes to a trail (write/draft/kept-draft.ts). */
const keepsDrafts = (): boolean => keptNames('localStorage').some((name) => name.startsWith('cairn.draft.'));

/** The explanation for a problem, or for a reason in the URL. Never shows text from the URL itself. */
export function reasonOf(problem: Problem | undefined, reason: string): string | undefined {
  if (problem !== undefined) return problem.message;
  if (reason === '') return undefined;
  if (reason === 'session-ended' && keepsDrafts()) return SESSION_OF_AUTHOR_ENDED;
  return (
    (Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined) ??
    t('Signing in failed. Try again, or use another way.')
  );
}
