// Values that the browser keeps for the next visit, or a tab for its next page. Storage can be full, disabled or
// forbidden. Nothing is kept then, and no function throws.

type StorageName = 'localStorage' | 'sessionStorage';

export function keptText(storage: StorageName, name: string): string | undefined {
  try {
    return window[storage].getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The stored JSON value, unvalidated. Undefined if it is missing or not JSON. */
export function keptValue(storage: StorageName, name: string): unknown {
  try {
    return JSON.parse(keptText(storage, name) ?? '');
  } catch {
    return undefined;
  }
}

export function keptNames(storage: StorageName): string[] {
  try {
    return Object.keys(window[storage]);
  } catch {
    return [];
  }
}

/** Stores the text. An empty text removes the entry. */
export function keepText(storage: StorageName, name: string, text: string): void {
  try {
    if (text === '') window[storage].removeItem(name);
    else window[storage].setItem(name, text);
  } catch {
    // Storage is not available.
  }
}
