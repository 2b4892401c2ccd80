// Adds typed keywords in lower case and without duplicates, as the service does.

/** Existing keywords are unchanged. Duplicates are compared in NFC, because é can be one character or two. */
export function withKeywords(keywords: readonly string[], typed: string): string[] {
  const all = [...keywords, ...typed.split(/[,\n]/).map((keyword) => keyword.toLowerCase().trim())];
  const forms = all.map((item) => item.normalize('NFC'));
  return all.filter((item, at) => item !== '' && forms.indexOf(forms[at] ?? '') === at);
}
