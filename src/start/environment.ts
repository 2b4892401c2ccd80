// Variables of the environment as values: each kind is read, checked and refused in one way. Which variables there are
// stands in config.ts.

export type Environment = Readonly<Record<string, string | undefined>>;

export type EnvironmentReader = ReturnType<typeof environmentReader>;

/**
 * Reads variables; a blank one counts as absent. What is wrong with one is added to `faults`, as a sentence that names
 * it; what is answered then is good for nothing but finding further faults.
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
        `${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}, not ${shown(given)}.`,
      );
    return given;
  };
  return {
    /** The names that were asked for. */
    asked,
    /** To the letter. */
    secret: variable,
    text,
    url,
    /** Undefined where there is none. */
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

/** What was given, to be told in a fault; whatever may be a password is left out. */
export const shown = (given: string): string =>
  JSON.stringify(given.includes('@') ? `…${given.slice(given.lastIndexOf('@'))}` : given);
