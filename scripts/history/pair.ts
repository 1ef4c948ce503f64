import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { definitions } from '../../src/agents/catalog.ts'
import type { HistoryKey } from '../../src/agents/history/history-line.ts'
import type { BridgePackage, HistoryAgent } from './agents.ts'
import { exists, InstallError, installBy, npmInstall } from './npm.ts'

/** What to install: a program with the current bridge, or a bridge with the program it brings. */
export type WantedPair =
  | { readonly agent: HistoryAgent; readonly series: 'program'; readonly version: string }
  | {
      readonly agent: HistoryAgent
      readonly series: 'bridge'
      readonly version: string
      readonly bridge: BridgePackage
    }

/** An installed pair: the versions, the command without arguments and variables. */
export interface InstalledPair extends Pick<HistoryKey, 'series' | 'program' | 'bridge' | 'bridgePackage'> {
  command: readonly [string, ...string[]]
  environment: Readonly<Record<string, string>>
  /** Folders with programs that the agent needs. */
  path: readonly string[]
  /** The program itself, for one that must be running beside the agent. */
  programFile?: string
}

/** What is known of a pair before it is installed. */
export function wantedKey({
  agent,
  series,
  version,
  ...wanted
}: WantedPair): Pick<HistoryKey, 'series' | 'bridge' | 'bridgePackage'> & { program?: string } {
  const current = definitions[agent.id].acp?.bridge
  if (series === 'program') {
    return { series, program: version, ...(current === undefined ? {} : { bridge: current.version }) }
  }
  const { bridge } = wanted as { bridge: BridgePackage }
  const other = bridge.name === current?.name ? {} : { bridgePackage: bridge.name }
  return { series, bridge: version, ...other }
}

/** Installs a pair below a folder. Bridges of the series `program` are kept there for the next version. */
export async function installPair(wanted: WantedPair, folder: string): Promise<InstalledPair> {
  const { agent, series, version } = wanted
  const { acp } = definitions[agent.id]
  const path = await toolFolder(agent, folder)
  const key = wantedKey(wanted)
  const place = join(folder, 'version')
  if (series === 'bridge') {
    const { bridge } = wanted
    const files = [`${bridge.name}/package.json`]
    await installBy([{ packages: () => [`${bridge.name}@${version}`], files }], version, place)
    const program = (await bundledProgram(bridge, place)) ?? 'embedded'
    const command = [await binaryOf(place, bridge.name)] as const
    return { ...key, program, command, environment: {}, path }
  }
  const programFile = await installBy(agent.recipes, version, place)
  const own = { ...key, program: version, path, programFile }
  if (acp?.bridge === undefined) return { ...own, command: [programFile], environment: {} }
  const bridgeFolder = join(folder, `bridge-${acp.bridge.version}`)
  await keepBridge(bridgeFolder, `${acp.bridge.name}@${acp.bridge.version}`)
  const variable = acp.programVariable ?? ''
  return {
    ...own,
    command: [await binaryOf(bridgeFolder, acp.bridge.name)],
    environment: { [variable]: programFile },
  }
}

/** The marker is written last, so that a half-made installation is repeated. */
async function keepBridge(folder: string, specifier: string): Promise<void> {
  await installOnce(folder, specifier, ['--omit=optional'])
}

async function toolFolder({ tool }: HistoryAgent, folder: string): Promise<string[]> {
  if (tool === undefined) return []
  const place = join(folder, 'tool')
  await installOnce(place, tool.package)
  return [join(place, 'node_modules', tool.folder)]
}

async function installOnce(folder: string, specifier: string, flags: readonly string[] = []): Promise<void> {
  const marker = join(folder, 'node_modules', '.complete')
  if (await exists(marker)) return
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  await npmInstall(folder, [specifier], flags)
  await writeFile(marker, '')
}

async function bundledProgram({ program }: BridgePackage, folder: string): Promise<string | undefined> {
  for (const [file, field] of program) {
    const text = await readFile(join(folder, 'node_modules', file), 'utf8').catch(() => undefined)
    const version = text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>)[field]
    if (typeof version === 'string') return version
  }
  return undefined
}

async function binaryOf(folder: string, name: string): Promise<string> {
  const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')
  const { bin } = JSON.parse(text) as { bin?: string | Record<string, string> }
  const binary = typeof bin === 'object' ? Object.keys(bin)[0] : name.split('/').at(-1)
  if (binary === undefined) throw new InstallError(`${name} has no program`)
  return join(folder, 'node_modules', '.bin', binary)
}
