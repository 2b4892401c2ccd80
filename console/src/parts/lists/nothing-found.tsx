// What an open picker says while it looks, when nothing matches, or when the search got no answer. A list box holds
// options alone (WAI-ARIA), so this is one that cannot be chosen.
export const NO_ANSWER = 'The search got no answer. Type on to try again.';

interface NothingFoundProps {
  /** The search. */
  readonly of: { readonly data: unknown; readonly error: unknown; readonly isFetching: boolean };
  readonly children: string;
}

export function NothingFound({ of: { data, error, isFetching }, children }: NothingFoundProps) {
  const answer = error === null ? children : NO_ANSWER;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, as with every option of a combobox.
    <span role="option" aria-disabled aria-selected={false}>
      {data !== undefined ? children : isFetching ? 'Looking …' : answer}
    </span>
  );
}
