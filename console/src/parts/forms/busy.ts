// A control whose last change is on its way: nobody changes it meanwhile, and the focus waits for it (focus-keeper.ts).

export const busy = (isPending: boolean, isDisabled = false) => ({
  disabled: isPending || isDisabled,
  'data-loading': isPending || undefined,
});
