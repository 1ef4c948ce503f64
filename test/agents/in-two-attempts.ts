/** Why a job has no result. */
export interface Broken {
  broken: string
}

/**
 * Other people's programs on a busy machine: once is chance, twice is not. Reports the first failure on stderr and never
 * throws, so that one agent does not stop the others.
 */
export async function inTwoAttempts<Outcome>(
  name: string,
  attempt: () => Promise<Outcome>,
): Promise<Outcome | Broken> {
  try {
    return await attempt()
  } catch (error) {
    process.stderr.write(`${name} is tried again: ${reasonOf(error)}\n`)
  }
  try {
    return await attempt()
  } catch (error) {
    return { broken: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
