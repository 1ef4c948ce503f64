// Does one piece of work with a client in a process of its own, and prints what it cost. Copied beside each installed peer.
import process from 'node:process'

const [work, amount, ...command] = process.argv.slice(2)
const count = Number(amount)
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function liveHeap() {
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** How far the live heap rises while a million updates wait for a reader that first sleeps, then reads slowly. */
async function slowReader(run) {
  const base = liveHeap()
  let [seen, highest] = [0, 0]
  const look = () => (highest = Math.max(highest, liveHeap() - base))
  await run(command, `text ${count}`, async () => {
    seen++
    if (seen === 1) await pause(1000)
    if (seen <= 5000) await new Promise((resolve) => setImmediate(resolve))
    if (seen === 1 || seen === 5000 || seen % 50_000 === 0) look()
  })
  return { seen, megabytes: highest / 1e6 }
}

async function idleSessions(open) {
  const some = async () => {
    const opened = []
    for (let index = 0; index < count; index++) opened.push(await open(command, index))
    return opened
  }
  // Compiled code would be counted otherwise.
  for (const close of await some()) await close()
  const base = liveHeap()
  const opened = await some()
  await pause(200)
  const kilobytes = (liveHeap() - base) / count / 1000
  for (const close of opened) await close()
  return { kilobytes }
}

/**
 * `run(command, prompt, onUpdate)` starts the agent, sends a prompt and calls the reader for each text or tool update;
 * `open(command, index)` opens a session and returns a function that closes it.
 */
export async function drive({ run, open }) {
  let result
  if (work === 'first') {
    let first
    await run(command, 'text 1', () => void (first ??= performance.now()))
    result = { first }
  } else if (work === 'slow') result = await slowReader(run)
  else if (work === 'idle') result = await idleSessions(open)
  else {
    let seen = 0
    const before = process.cpuUsage()
    await run(command, `${work} ${count}`, () => void seen++)
    const { user, system } = process.cpuUsage(before)
    result = { seen, cpu: (user + system) / 1000 }
  }
  process.stdout.write(JSON.stringify(result), () => process.exit(0))
}
