// NUL in texts that others wrote: JSON can hold it, and no text of the database does.

/** True for a text with a NUL character. */
export const hasNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\u0000');
