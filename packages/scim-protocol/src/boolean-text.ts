// Parses booleans sent as text: Entra ID sends "True" and "False", some Keycloak clients "true" and "false".

/** True and false in any case; undefined for any other text. */
export function findBoolean(text: string): boolean | undefined {
  const lower = text.toLowerCase();
  if (lower === 'true') return true;
  return lower === 'false' ? false : undefined;
}
