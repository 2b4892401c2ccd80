// Options shared by several commands, and parsers of their values.
import { InvalidArgumentError, Option } from 'commander';
import { isUuid } from '../base/id.ts';
import { isRefusal } from '../base/refusal.ts';
import { checkedEmail, checkedName, TEXT_LIMITS } from '../directory/checked.ts';

/** Options of every command. */
export interface CommonOptions {
  readonly json?: boolean;
}

export const JSON_OPTION = (): Option => new Option('--json', 'print one JSON value, for scripts');

/** The largest value of a PostgreSQL integer. */
const MAX_INTEGER = 2_147_483_647;

/** A whole number in digits, from `least` to `most`. */
export const wholeNumberIn =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };

/** A whole number from 1. */
export const wholeNumber = wholeNumberIn(1, MAX_INTEGER);

/** Hours from 0 to `most`. Fractions are allowed. */
export const hoursUpTo =
  (most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+(\.\d+)?$/.test(text) && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number of hours from 0 to ${most}.`);
  };

/** An id that the command `from` lists. Mistyped ids never reach the database. */
export const idFrom =
  (from: string) =>
  (text: string): string => {
    if (isUuid(text)) return text.toLowerCase();
    throw new InvalidArgumentError(`It must be an id. "${from}" shows them.`);
  };

/**
 * A file or folder name. Rejects an empty one (from an unset shell variable), because it would mean the current folder.
 */
export const place = (text: string): string => {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It must be the name of a file or a folder.');
};

/** Applies one of the directory's checks, so that a bad option is rejected before the database is opened. */
const checkedBy =
  (check: (field: string, text: string) => string) =>
  (text: string): string => {
    try {
      return check('It', text);
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      throw new InvalidArgumentError(thrown.message);
    }
  };

/** The e-mail address of a person, who may be new. */
export const emailAddress = checkedBy(checkedEmail);

/** The name of a new workspace. */
export const teamName = checkedBy((field, text) => checkedName(field, text, TEXT_LIMITS.team));

/** The id of a workspace. */
export const teamId = idFrom('cairn teams list');

/** The id of a workspace, or `svc` for the service-wide catalog. */
export const teamIdOrSvc = (text: string): string => (text === 'svc' ? text : teamId(text));

/** A whole number from 1, or `none`. */
export const wholeNumberOrNone = (text: string): number | null => (text === 'none' ? null : wholeNumber(text));

export function onOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be on or off.');
  return text === 'on';
}

/** `a, b,c` as three names. */
export const list = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The default name for a person if only their address is known. */
export const nameFromAddress = (email: string): string => email.split('@', 1)[0] ?? email;
