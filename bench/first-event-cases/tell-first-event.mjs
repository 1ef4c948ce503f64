/** Calls the agent that the process was given, and prints how old the process was, in milliseconds, at its first update. */
export async function tellFirstEvent(call) {
  let first
  await call(JSON.parse(process.argv[2]), () => (first ??= performance.now()))
  process.stdout.write(String(first))
}
