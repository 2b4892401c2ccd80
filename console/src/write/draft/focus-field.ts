// Leads from an issue to its field in the form.

/**
 * Scrolls to the field of an issue and focuses it, or the closest field above it. Returns false if the form is not on
 * the page.
 */
export function focusField(path: string): boolean {
  for (let at = path; at !== ''; at = at.replace(/(?:\.[^.[\]]+|\[\d+\]|^[^.[]+)$/, '')) {
    const part = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(at)}"]`);
    if (part === null) continue;
    const field = part.matches('input, textarea')
      ? part
      : part.querySelector<HTMLElement>(':is(textarea,input,button)');
    part.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
    return true;
  }
  return false;
}
