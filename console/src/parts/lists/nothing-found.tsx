// The text in an open picker while it searches, if nothing matches, or if the search fails. A listbox may contain only
// options (WAI-ARIA), so this is an option that cannot be selected.
import { t } from '../texts/t.ts';
export const NO_ANSWER = t('The search got no answer. Keep typing to try again.');

interface NothingFoundProps {
  /** The search query. */
  readonly of: { readonly data: unknown; readonly error: unknown; readonly isFetching: boolean };
  readonly children: string;
}

export function NothingFound({ of: { data, error, isFetching }, children }: NothingFoundProps) {
  const answer = error === null ? children : NO_ANSWER;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, as for all options of a combobox.
    <span role="option" aria-disabled aria-selected={false}>
      {data !== undefined ? children : isFetching ? t('Looking …') : answer}
    </span>
  );
}
