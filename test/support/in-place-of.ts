// A function of a test's own in the place of one of Node's.
import { syncBuiltinESMExports } from 'node:module';

/**
 * Puts `ours` in the place of `module[name]`, for all who import it by name: `vi.mock` would reach only modules that
 * are loaded after it, and files of one process share theirs. `module` is the default export. Answers what puts it
 * back.
 */
export function inPlaceOf<Module extends object, Name extends keyof Module>(
  module: Module,
  name: Name,
  ours: Module[Name],
): () => void {
  const theirs = module[name];
  const put = (one: Module[Name]): void => {
    module[name] = one;
    syncBuiltinESMExports();
  };
  put(ours);
  return () => put(theirs);
}
