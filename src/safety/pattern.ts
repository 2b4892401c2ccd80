// Builds a long regular expression from parts that fit on a line.

export const pattern = (flags: string, ...parts: readonly string[]): RegExp => new RegExp(parts.join(''), flags);
