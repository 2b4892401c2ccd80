// SQL as a value: a template tag that turns every interpolation into a parameter, so that no text of a caller ever
// becomes part of a statement. Fragments nest; nothing here talks to a database.

/**
 * A statement or a piece of one: text with `$1…` and the values in that order. Only this file makes them: an object
 * that merely looks like one (a JSON body with `pieces` and `values`) is a value.
 */
export class Sql {
  readonly #fragment = true;
  readonly pieces: readonly string[];
  readonly values: readonly unknown[];
  /** Where it was put together before (`compiledStatement`). */
  readonly text: string | undefined;
  constructor(pieces: readonly string[], values: readonly unknown[], text?: string) {
    this.pieces = pieces;
    this.values = values;
    this.text = text;
  }
  static is(value: unknown): value is Sql {
    return typeof value === 'object' && value !== null && #fragment in value && value.#fragment;
  }
}

/**
 * Builds a statement: `` sql`select * from trails where catalog_id = ${catalogId}` ``. A value becomes a parameter,
 * another `sql` value is spliced in with its own parameters.
 */
export function sql(strings: TemplateStringsArray, ...inputs: readonly unknown[]): Sql {
  const pieces: string[] = [strings[0] ?? ''];
  const values: unknown[] = [];
  inputs.forEach((input, index) => {
    const tail = strings[index + 1] ?? '';
    if (Sql.is(input)) {
      appendPieces(pieces, input.pieces);
      values.push(...input.values);
      pieces[pieces.length - 1] += tail;
      return;
    }
    values.push(input);
    pieces.push(tail);
  });
  return new Sql(pieces, values);
}

/** The empty fragment. */
export const nothing: Sql = new Sql([''], []);

/** Fragments one after the other, `separator` (plain SQL of ours, e.g. `' and '`) between them. */
export function join(fragments: readonly Sql[], separator = ', '): Sql {
  const pieces: string[] = [''];
  const values: unknown[] = [];
  fragments.forEach((fragment, index) => {
    if (index > 0) pieces[pieces.length - 1] += separator;
    appendPieces(pieces, fragment.pieces);
    values.push(...fragment.values);
  });
  return new Sql(pieces, values);
}

/** Plain SQL of ours as a fragment (a column name out of a fixed table). Never text of a caller. */
export const trusted = (text: string): Sql => new Sql([text], []);

/** True for a statement that only reads: its first word is `select`. */
export const isSelect = ({ pieces }: Sql): boolean => /^\s*select\b/i.test(pieces[0] ?? '');

/** Stands in a template for a value that is bound later, by its index. */
export class BindParameter {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

/** The parameters of so many values. */
export const bindParameters = (count: number): readonly BindParameter[] =>
  Array.from({ length: count }, (_, at) => new BindParameter(at));

/**
 * Makes statements out of `template`, whose text is put together once: each given value takes the place of its
 * `BindParameter`. One that stands there several times is sent once.
 */
export function compiledStatement(template: Sql): (given: readonly unknown[]) => Sql {
  const { pieces, values } = template;
  const sent: unknown[] = [];
  const numbers = values.map((value) => {
    const known =
      value instanceof BindParameter
        ? sent.findIndex((one) => one instanceof BindParameter && one.at === value.at)
        : -1;
    return known < 0 ? sent.push(value) : known + 1;
  });
  const text = numbers.reduce((begun, number, at) => `${begun}$${number}${pieces[at + 1]}`, pieces[0] ?? '');
  return (given) => {
    const own = sent.map((value) => (value instanceof BindParameter ? given[value.at] : value));
    return new Sql([text], own, text);
  };
}

/** The statement's text with numbered parameters, as PostgreSQL takes it. */
export function textOf(statement: Sql): string {
  if (statement.text !== undefined) return statement.text;
  let text = statement.pieces[0] ?? '';
  for (let index = 1; index < statement.pieces.length; index += 1) text += `$${index}${statement.pieces[index]}`;
  return text;
}

function appendPieces(pieces: string[], more: readonly string[]): void {
  pieces[pieces.length - 1] += more[0] ?? '';
  for (let index = 1; index < more.length; index += 1) pieces.push(more[index] ?? '');
}
