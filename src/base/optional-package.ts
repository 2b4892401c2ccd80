// Loads optional packages that the configuration requires.

/** The module. Fails with `sentence`, for the operator, if it is not installed. */
export async function installed<Module>(loading: Promise<Module>, sentence: string): Promise<Module> {
  try {
    return await loading;
  } catch (cause) {
    throw new Error(sentence, { cause });
  }
}
