// Replaces a function of Node with a function of a test.
import { syncBuiltinESMExports } from 'node:module';

/**
 * Replaces `module[name]` with `ours` for all modules that import it by name. `vi.mock` would only affect modules that
 * are loaded later, and the files of one process share their modules. `module` is the default export. Returns a
 * function that restores the original.
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
