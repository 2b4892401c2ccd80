// Keywords with those that were typed, as the service takes them: in lower case, and none twice.

/** What is there stays as it is written. Two that look alike are one (NFC): é is one letter, or e with a mark. */
export function withKeywords(keywords: readonly string[], typed: string): string[] {
  const all = [...keywords, ...typed.split(/[,\n]/).map((keyword) => keyword.toLowerCase().trim())];
  const forms = all.map((item) => item.normalize('NFC'));
  return all.filter((item, at) => item !== '' && forms.indexOf(forms[at] ?? '') === at);
}
