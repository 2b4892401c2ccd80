import { expect, test } from 'vitest';
import { BindParameter, compiledStatement, sql, textOf } from '../../src/storage/sql.ts';

test('gives the statements of a template the same text, with inlined parts and separate values, and sends repeated values once', () => {
  const statements = compiledStatement(
    sql`select ${new BindParameter(1)}, ${'own'}, ${new BindParameter(0)}, ${new BindParameter(1)}`,
  );
  for (const [first, second] of [
    ['a', 'b'],
    [null, ['c']],
  ]) {
    const statement = statements([first, second]);
    expect(textOf(statement)).toBe('select $1, $2, $3, $1');
    expect(statement.values).toEqual([second, 'own', first]);
  }
});
