// Packages that are optional, and loaded where the configuration asks for what they do.

/** The module. Fails with `sentence`, for the operator, where it is not installed. */
export async function installed<Module>(loading: Promise<Module>, sentence: string): Promise<Module> {
  try {
    return await loading;
  } catch (cause) {
    throw new Error(sentence, { cause });
  }
}
