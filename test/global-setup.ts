/** Entry point, pin and command line tests run against what users get: the built package. */
export async function setup(): Promise<void> {
  await import('../scripts/build.ts')
}
