// Replaces a function of Node with one of a test.
import { syncBuiltinESMExports } from 'node:module';

/**
 * Puts `ours` in the place of `module[name]` for all modules that import it by name. `vi.mock` would reach only modules
 * loaded later, and the files of one process share their modules. `module` is the default export. Returns a function
 * that restores the original.
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
