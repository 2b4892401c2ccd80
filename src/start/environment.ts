// Parses environment variables by type, with uniform checks and errors. config.ts lists the variables.

export type Environment = Readonly<Record<string, string | undefined>>;

export type EnvironmentReader = ReturnType<typeof environmentReader>;

/**
 * Reads variables; blank ones count as absent. Errors are added to `faults` as sentences that name the variable. Values
 * returned after an error serve only to find further errors.
 */
export function environmentReader(env: Environment, faults: string[]) {
  const asked = new Set<string>();
  const variable = (name: string): string | undefined => {
    asked.add(name);
    return env[name] || undefined;
  };
  const text = (name: string, fallback: string): string => variable(name)?.trim() || fallback;
  const number = (name: string, fallback: number, least: number, most: number): number => {
    const given = text(name, String(fallback));
    const value = Number(given);
    if (Number.isFinite(value) && value >= least && value <= most) return value;
    faults.push(`${name} must be a number from ${least} to ${most}, not ${JSON.stringify(given)}.`);
    return fallback;
  };
  const url = (name: string, fallback: string, protocols: readonly string[]): string => {
    const given = text(name, fallback);
    const parsed = URL.canParse(given) ? new URL(given) : undefined;
    if (parsed === undefined || !protocols.includes(parsed.protocol))
      faults.push(
        `${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}, not ${quoted(given)}.`,
      );
    return given;
  };
  return {
    /** The names of all variables that were read. */
    asked,
    /** Not trimmed. */
    secret: variable,
    text,
    url,
    /** Undefined if the variable is absent. */
    optionalUrl: (name: string, protocols: readonly string[]): string | undefined =>
      text(name, '') === '' ? undefined : url(name, '', protocols),
    number,
    integer(name: string, fallback: number, least: number, most: number): number {
      const value = number(name, fallback, least, most);
      if (Number.isInteger(value)) return value;
      faults.push(`${name} must be a whole number, not ${value}.`);
      return fallback;
    },
    onOff(name: string, fallback: boolean): boolean {
      const given = text(name, fallback ? 'on' : 'off');
      if (given !== 'on' && given !== 'off') faults.push(`${name} must be on or off, not ${JSON.stringify(given)}.`);
      return given === 'on';
    },
    oneOf(name: string, fallback: string, allowed: readonly string[]): string {
      const given = text(name, fallback);
      if (!allowed.includes(given))
        faults.push(`${name} must be one of ${allowed.join(', ')}, not ${JSON.stringify(given)}.`);
      return given;
    },
  };
}

/** Quotes a value for an error message, without the part that may be a password. */
export const quoted = (given: string): string =>
  JSON.stringify(given.includes('@') ? `…${given.slice(given.lastIndexOf('@'))}` : given);
