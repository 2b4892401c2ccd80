// How to fix refused requests, for the administrator of the directory.

import { t } from '../../parts/texts/t.ts';

interface Refused {
  readonly status: number;
  readonly scim_type: string | null;
  readonly explanation: string | null;
}

const BY_WORD: readonly (readonly [RegExp, string])[] = [
  [
    /^There is nothing at this address|is not possible here/,
    t(
      'SCIM has no such address. Compare the provider\'s base URL and its paths, /Users and /Groups, with "Base URL and tokens".',
    ),
  ],
  [/paused this connection/, t('End the pause under Settings. The provider then tries again automatically.')],
  [
    /this connection has no user with the id/,
    t('Assign these people to the application too, then push the group again.'),
  ],
  [/seat/i, t('Deactivate someone, or ask for more seats. The provider then tries again automatically.')],
  [
    /owner/i,
    t('Transfer the ownership in the settings of the workspace first, or leave the Owner out of the assignment.'),
  ],
  [
    /cannot be used in this workspace|verify its domain/i,
    t('Verify the domain in the settings of the workspace, or add the person under Members.'),
  ],
  [
    /held|taken|another (user|person|group)/i,
    t('Find out who has it already, and change or remove one of the two in the provider.'),
  ],
];
const BY_STATUS: Readonly<Record<number, string>> = {
  400: t("Check the provider's attribute mapping. The request shows what it sent."),
  401: t('Paste a valid token into the provider. You can create one under "Base URL and tokens".'),
  403: t('Directory sync belongs to the Enterprise plan.'),
  404: t('The provider asks for someone who is no longer here. Restarting its sync corrects this.'),
  409: t('Two records have the same name or address. Change one of them in the provider.'),
  412: t('Two requests collided. The provider tries again automatically.'),
  413: t('The provider sent too much at once. Push smaller groups.'),
  429: t('The provider sends too many requests. It waits and tries again automatically.'),
};

const knownOf = (explanation: string | null): string | undefined =>
  BY_WORD.find(([pattern]) => pattern.test(explanation ?? ''))?.[1];

/** Why it was refused. Drops the advice for the provider if we have our own advice for the admin. */
export function causeOf({ status, explanation }: Refused): string {
  const [why = '', ...advice] = (explanation ?? '').split(/(?<=[.!?]) (?=[A-Z])/);
  if (why === '') return t('Refused with {status}', { status });
  return knownOf(explanation) === undefined ? [why, ...advice].join(' ') : why;
}

/** One sentence that says what to do. */
export function remedyOf({ status, explanation }: Refused): string {
  const known = knownOf(explanation);
  if (known !== undefined) return known;
  if (status >= 500) return t('This is a problem with the service. Send the request ID to the people who run it.');
  return BY_STATUS[status] ?? t('Open one of them to see what was sent.');
}
