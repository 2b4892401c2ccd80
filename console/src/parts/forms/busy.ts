// Props for a control whose last change is pending: it is disabled, and focus-keeper.ts returns the focus to it.

export const busy = (isPending: boolean, isDisabled = false) => ({
  disabled: isPending || isDisabled,
  'data-loading': isPending || undefined,
});
