/** Calls the given agent and prints the age of this process at the first update, in milliseconds. */
export async function tellFirstEvent(call) {
  let first
  await call(JSON.parse(process.argv[2]), () => (first ??= performance.now()))
  process.stdout.write(String(first))
}
