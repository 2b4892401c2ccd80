// SQL as a value: a template tag that turns every interpolation into a parameter, so that callers' texts never become
// part of a statement. Fragments can be nested. Independent of any database.

/**
 * A statement or fragment: text with `$1…` and the values in order. Only this file can create one; an object that
 * merely looks like one (a JSON body with `pieces` and `values`) is a value.
 */
export class Sql {
  readonly #fragment = true;
  readonly pieces: readonly string[];
  readonly values: readonly unknown[];
  /** Set if the statement was built in advance (`compiledStatement`). */
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
 * Builds a statement: `` sql`select * from trails where catalog_id = ${catalogId}` ``. Values become parameters; other
 * `sql` values are inserted with their parameters.
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

export const nothing: Sql = new Sql([''], []);

/** Joins fragments with `separator` (our own SQL, e.g. `' and '`). */
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

/** Our own SQL as a fragment (e.g. a column name from a fixed table). Never a caller's text. */
export const trusted = (text: string): Sql => new Sql([text], []);

/** True for a statement that only reads: its first word is `select`. */
export const isSelect = ({ pieces }: Sql): boolean => /^\s*select\b/i.test(pieces[0] ?? '');

/** A placeholder in a template for a value bound later, by index. */
export class BindParameter {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

/** Placeholders for that many values. */
export const bindParameters = (count: number): readonly BindParameter[] =>
  Array.from({ length: count }, (_, at) => new BindParameter(at));

/**
 * Builds statements from `template`, whose text is created once: given values replace their `BindParameter`. Repeated
 * ones are sent once.
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

/** The statement's text with numbered parameters, as PostgreSQL expects. */
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
