// What this browser keeps for its next visit, or a tab for its next page. Storage may be full, switched off or
// forbidden: then nothing is kept, and everything works all the same.

type StorageName = 'localStorage' | 'sessionStorage';

/** The text that was kept under that name; undefined where there is none. */
export function keptText(storage: StorageName, name: string): string | undefined {
  try {
    return window[storage].getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The value that was kept as JSON, whatever its shape; undefined where there is none. */
export function keptValue(storage: StorageName, name: string): unknown {
  try {
    return JSON.parse(keptText(storage, name) ?? '');
  } catch {
    return undefined;
  }
}

/** The names under which something is kept. */
export function keptNames(storage: StorageName): string[] {
  try {
    return Object.keys(window[storage]);
  } catch {
    return [];
  }
}

/** Keeps the text in the place of the one before; an empty text forgets that. */
export function keepText(storage: StorageName, name: string, text: string): void {
  try {
    if (text === '') window[storage].removeItem(name);
    else window[storage].setItem(name, text);
  } catch {
    // Nothing can be kept here.
  }
}
