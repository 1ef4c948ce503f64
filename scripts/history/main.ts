import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isTried } from '../../src/agents/history/history-line.ts'
import { historyAgents } from './agents.ts'
import { collectPair, historyFile, linesOf, readLines } from './collect.ts'
import { matrixHtml } from './html/matrix-html.ts'
import { stableVersions } from './npm.ts'
import type { WantedPair } from './pair.ts'
import { stopOnSignals, stopSignal } from './stop.ts'

const help = `Usage: npm run verify:history -- [options]

Installs past releases of agents, tries a quick set of checks on each, and appends the results to
src/agents/catalog/<agent>/history.ndjson. Versions with a result are skipped, so it can be stopped and started again.

  --agent <names>      agents, separated by commas (default: all eight)
  --versions <number>  how many versions that complete a turn, the newest first (default: 5)
  --only <versions>    exactly these program versions, separated by commas
  --bridges <versions> bridge versions with the programs they bring, separated by commas
  --confirm            try recorded versions once more in a new installation, and record that too
  --html <file>        write all recorded results as one page, and collect nothing
  --lane <name>        the folder of the installation, for two runs at a time (default: 1)
  --help`

const { values } = parseArgs({
  options: {
    agent: { type: 'string' },
    versions: { type: 'string', default: '5' },
    only: { type: 'string' },
    bridges: { type: 'string' },
    confirm: { type: 'boolean', default: false },
    html: { type: 'string' },
    lane: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) process.stdout.write(`${help}\n`)
else if (values.html !== undefined) await writeFile(values.html, matrixHtml())
else {
  stopOnSignals()
  await collect().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = stopSignal.aborted ? 13 : 1
  })
}

async function collect(): Promise<void> {
  const folder = join(tmpdir(), `capstan-history-${values.lane}`)
  const pidFile = join(folder, 'pid')
  const owner = Number(await readFile(pidFile, 'utf8').catch(() => '0'))
  if (owner > 0 && isRunning(owner)) {
    process.stderr.write(`Another run (process ${owner}) uses lane ${values.lane}. Choose another --lane.\n`)
    process.exitCode = 1
    return
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  await mkdir(folder, { recursive: true })
  await writeFile(pidFile, `${process.pid}`)
  try {
    const names = values.agent?.split(',') ?? Object.keys(historyAgents)
    const queues = await Promise.all(names.map(queueOf))
    // Round by round, so that a stopped run has something of every agent.
    while (queues.some((queue) => !queue.isDone())) {
      for (const queue of queues) if (!queue.isDone()) await queue.next(folder)
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Queue {
  isDone(): boolean
  next(folder: string): Promise<void>
}

async function queueOf(name: string): Promise<Queue> {
  const agent = historyAgents[name]
  if (agent === undefined)
    throw new Error(`Unknown agent ${name}. Use one of ${Object.keys(historyAgents).join(', ')}.`)
  const pairs = await wantedPairs(name)
  const isListed = values.only !== undefined || values.bridges !== undefined
  let wanted = isListed ? Infinity : Number(values.versions)
  return {
    isDone: () => pairs.length === 0 || wanted <= 0,
    async next(folder) {
      const pair = pairs.shift()
      if (pair === undefined) return
      const before = linesOf(await readLines(historyFile(name)), pair)
      if (before.length > 0 && !values.confirm) {
        if (before.some(isTried)) wanted -= 1
        return
      }
      const run = Math.max(0, ...before.map((line) => line.run)) + 1
      process.stderr.write(`${name} ${pair.series} ${pair.version}, run ${run}\n`)
      const began = performance.now()
      const lines = await collectPair(pair, { folder: join(folder, name), run })
      if (lines.some(isTried)) wanted -= 1
      const seconds = Math.round((performance.now() - began) / 1000)
      for (const line of lines) {
        const what = isTried(line) ? counts(Object.values(line.checks)) : `${line.class}: ${line.reason}`
        process.stderr.write(
          `${name} ${line.program} ${line.bridge ?? ''} ACP ${line.protocol ?? '-'}: ${what} (${seconds} s)\n`,
        )
      }
    },
  }
}

function counts(cells: readonly unknown[]): string {
  const results = cells.map((cell) => String(Array.isArray(cell) ? cell[0] : cell))
  return Object.entries(Object.groupBy(results, (result) => result))
    .map(([result, all]) => `${all?.length} ${result}`)
    .join(', ')
}

async function wantedPairs(name: string): Promise<WantedPair[]> {
  const agent = historyAgents[name]
  if (agent === undefined) return []
  const pairs: WantedPair[] = []
  if (values.bridges !== undefined) {
    for (const version of values.bridges.split(',')) {
      for (const bridge of agent.bridges ?? []) {
        if ((await stableVersions(bridge.name)).includes(version))
          pairs.push({ agent, series: 'bridge', version, bridge })
      }
    }
  }
  if (values.only !== undefined) {
    pairs.push(...values.only.split(',').map((version) => ({ agent, series: 'program', version }) as const))
  }
  if (values.bridges !== undefined || values.only !== undefined) return pairs
  return (await stableVersions(agent.package)).map(
    (version) => ({ agent, series: 'program', version }) as const,
  )
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
