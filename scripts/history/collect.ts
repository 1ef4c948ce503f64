import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { definitions } from '../../src/agents/catalog.ts'
import { historyCheckNames, type NotTriedClass } from '../../src/agents/history/history-check.ts'
import {
  type HistoryCell,
  type HistoryKey,
  type HistoryLine,
  isTried,
  keyOf,
} from '../../src/agents/history/history-line.ts'
import { parseHistory } from '../../src/agents/history/parse-history.ts'
import { classOf, reasonOf } from './classify.ts'
import { InstallError } from './npm.ts'
import { type InstalledPair, installPair, type WantedPair, wantedKey } from './pair.ts'
import type { CheckSeen, QuickOutcome } from './quick/job.ts'
import { tryPair } from './try-pair.ts'

const catalog = resolve(import.meta.dirname, '../../src/agents/catalog')
const longestReason = 160

/** The data file of an agent. Lines are only ever appended. */
export function historyFile(agent: string): string {
  return join(catalog, agent, 'history.ndjson')
}

export async function readLines(file: string): Promise<HistoryLine[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return parseHistory(text)
}

/** The recorded lines of a pair, by what is known before the installation. */
export function linesOf(lines: readonly HistoryLine[], wanted: WantedPair): HistoryLine[] {
  const { series, program, bridge, bridgePackage } = wantedKey(wanted)
  return lines.filter(
    (line) =>
      line.series === series &&
      (series === 'bridge' || line.program === program) &&
      line.bridge === bridge &&
      line.bridgePackage === bridgePackage,
  )
}

/** Installs a pair, tries it with each protocol version it speaks, and appends the lines at once. */
export async function collectPair(
  wanted: WantedPair,
  options: { folder: string; run: number; file?: string },
): Promise<HistoryLine[]> {
  const { folder, run, file = historyFile(wanted.agent.id) } = options
  await mkdir(folder, { recursive: true })
  const place = join(folder, 'version')
  try {
    const lines = await triedLines(wanted, { folder, run })
    const known = new Set((await readLines(file)).map(keyOf))
    const fresh = lines.filter((line) => !known.has(keyOf(line)))
    const text = fresh.map((line) => `${JSON.stringify(line)}\n`).join('')
    await appendFile(file, text)
    return fresh
  } finally {
    await rm(place, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function triedLines(
  wanted: WantedPair,
  { folder, run }: { folder: string; run: number },
): Promise<HistoryLine[]> {
  const { agent } = wanted
  let pair: InstalledPair
  try {
    pair = await installPair(wanted, folder)
  } catch (error) {
    if (!(error instanceof InstallError)) throw error
    const key = { program: 'unknown', ...wantedKey(wanted), transport: 'acp', run } as const
    return [{ ...key, class: 'not-installable', reason: short(error.message) }]
  }
  const { series, program, bridge, bridgePackage } = pair
  const key = {
    series,
    program,
    ...(bridge === undefined ? {} : { bridge }),
    ...(bridgePackage === undefined ? {} : { bridgePackage }),
    transport: 'acp',
    run,
  } as const
  const newest = definitions[agent.id].acp?.protocolVersion ?? 1
  const outcome = await tryPair({ agent, pair, protocol: newest })
  const first = lineOf(key, outcome)
  // Capstan uses the newest version of the protocol; a bridge is compared in both.
  if (!isTried(first) || first.protocol !== 2 || series !== 'bridge') return [first]
  return [first, lineOf(key, await tryPair({ agent, pair, protocol: 1 }))]
}

function lineOf(key: HistoryKey, { protocol, claims, checks, failure }: QuickOutcome): HistoryLine {
  const spoken = protocol === undefined ? {} : { protocol }
  if (failure !== undefined) {
    const found: NotTriedClass = classOf(failure, {
      hasForeignBridge: key.series === 'program' && key.bridge !== undefined,
    })
    return { ...key, ...spoken, class: found, reason: short(reasonOf(failure)) }
  }
  const cells = historyCheckNames.flatMap((name) => {
    const seen = checks[name]
    return seen === undefined ? [] : [[name, cellOf(seen)] as const]
  })
  return {
    ...key,
    protocol: protocol ?? 1,
    checks: Object.fromEntries(cells),
    claims,
  }
}

function cellOf({ result, seen }: CheckSeen): HistoryCell {
  return seen === '' ? result : [result, short(seen)]
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longestReason ? `${line.slice(0, longestReason - 1)}…` : line
}
