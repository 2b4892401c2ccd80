// How to fix refused requests, for the administrator of the directory.

interface Refused {
  readonly status: number;
  readonly scim_type: string | null;
  readonly explanation: string | null;
}

const BY_WORD: readonly (readonly [RegExp, string])[] = [
  [
    /^There is nothing at this address|is not possible here/,
    'SCIM has no such address: compare the provider\'s base URL and its paths, /Users and /Groups, with "Base URL and tokens".',
  ],
  [/^Held:/, 'Decide on this page who goes and who stays; the provider then tries again by itself.'],
  [/to keep this person/, 'Assign the person again at the provider, or let them go on this page.'],
  [/paused this connection/, 'End the pause under Settings; the provider then tries again by itself.'],
  [/this connection has no user with the id/, 'Assign these people to the application too, then push the group again.'],
  [/seat/i, 'Deactivate somebody, or ask for more seats; the provider then tries again by itself.'],
  [
    /owner/i,
    'Transfer the ownership in the settings of the workspace first, or leave the Owner out of the assignment.',
  ],
  [
    /cannot be used in this workspace|verify its domain/i,
    'Verify the domain in the settings of the workspace, or add the person under Members.',
  ],
  [
    /held|taken|another (user|person|group)/i,
    'Find who has it already; change or remove one of the two at the provider.',
  ],
];
const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'Look at the attribute mapping of the provider: the request shows what it sent.',
  401: 'Paste a good token into the provider; make a new one under "Base URL and tokens".',
  403: 'Directory sync belongs to the Enterprise plan.',
  404: 'The provider asks for somebody who is not here any more. A restart of its sync finds out.',
  409: 'Two records want the same name or address. Change one of them at the provider.',
  412: 'Two requests met; the provider tries again by itself.',
  413: 'The provider sent too much at once. Push smaller groups.',
  429: 'The provider sends faster than it may, waits, and tries again by itself.',
};

const knownOf = (explanation: string | null): string | undefined =>
  BY_WORD.find(([pattern]) => pattern.test(explanation ?? ''))?.[1];

/** Why it was refused. Drops the advice for the provider if we have our own advice for the admin. */
export function causeOf({ status, explanation }: Refused): string {
  const [why = '', ...advice] = (explanation ?? '').split(/(?<=[.!?]) (?=[A-Z])/);
  if (why === '') return `Refused with ${status}`;
  return knownOf(explanation) === undefined ? [why, ...advice].join(' ') : why;
}

/** One sentence that says what to do. */
export function remedyOf({ status, explanation }: Refused): string {
  const known = knownOf(explanation);
  if (known !== undefined) return known;
  if (status >= 500) return 'A fault of the service: give the people who run it the id of the request.';
  return BY_STATUS[status] ?? 'Open one of them to see what was sent.';
}
