// What an open picker says when nothing matches. A list box holds options alone (WAI-ARIA), so this is one that cannot
// be chosen.
export function NothingFound({ children }: { readonly children: string }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, as with every option of a combobox.
    <span role="option" aria-disabled aria-selected={false}>
      {children}
    </span>
  );
}
