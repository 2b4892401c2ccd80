// Detects NUL in untrusted texts: JSON can contain it, but the database cannot store it.

export const hasNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\u0000');
