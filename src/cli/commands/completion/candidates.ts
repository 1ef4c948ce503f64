import {
  type Command,
  type CommandEntry,
  globalOptions,
  type Option,
  optionsOf,
  optionWords,
} from '../../command.ts'
import { splitFlag } from '../../arguments.ts'
import { knownDefinitions, knownModels } from '../known-agents.ts'

const noValues: ReadonlyMap<string, readonly string[]> = new Map()

/** Flags with the same fixed values in every command. */
const flagValues: Readonly<Record<string, readonly string[]>> = {
  permissions: ['ask', 'allow-reads', 'allow', 'deny'],
  transport: ['acp', 'cli'],
}

/** The completions for the last argument. Empty where a file is expected. */
export async function candidates(
  words: readonly string[],
  commands: readonly CommandEntry[],
): Promise<string[]> {
  const [before, last] = [words.slice(0, -1).filter((word) => word !== '='), words.at(-1) ?? '']
  // The PowerShell script passes "" for an empty argument: versions before 7.3 would drop it.
  const current = last === '""' ? '' : last
  const [flag, value] = splitFlag(current)
  if (value === undefined) return await fitting(before, { current, commands })
  return (await fitting([...before, flag], { current: value, commands })).map((word) => `${flag}=${word}`)
}

async function fitting(
  before: readonly string[],
  place: { current: string; commands: readonly CommandEntry[] },
): Promise<string[]> {
  return (await allowed(before, place)).filter((word) => word.startsWith(place.current))
}

async function allowed(
  before: readonly string[],
  { current, commands }: { current: string; commands: readonly CommandEntry[] },
): Promise<readonly string[]> {
  let entries: readonly CommandEntry[] = commands
  let [rest, command] = [[...before], undefined as Command | undefined]
  while (command === undefined) {
    const name = rest.find((word) => !word.startsWith('-'))
    if (name === undefined) break
    rest = rest.slice(rest.indexOf(name) + 1)
    if (name === 'help' && entries === commands) continue
    const found = await entries.find((entry) => entry.name === name)?.load()
    if (found === undefined) return []
    if ('commands' in found) {
      entries = found.commands
      const otherwise = await found.otherwise?.()
      const next = rest.find((word) => !word.startsWith('-'))
      const isCommand = entries.some((entry) => entry.name === next)
      if (otherwise !== undefined && next !== undefined && !isCommand) command = otherwise
      else if (otherwise !== undefined && next === undefined) {
        return [...entries.map((entry) => entry.name), ...(await ofCommand(otherwise, rest, current))]
      }
    } else command = found
  }
  if (command !== undefined) return await ofCommand(command, rest, current)
  if (current.startsWith('-')) return flagsOf(globalOptions)
  return [...entries, ...(entries === commands ? optionWords : [])].map(({ name }) => name)
}

async function ofCommand(
  command: Command,
  words: readonly string[],
  current: string,
): Promise<readonly string[]> {
  const options = optionsOf(command)
  const named = (word: string | undefined): Option | undefined =>
    options.find(({ name, short }) => word === `--${name}` || word === `-${short}`)
  const takesValue = named(words.at(-1))
  const places = words.filter(
    (word, index) => !word.startsWith('-') && named(words[index - 1])?.value === undefined,
  )
  if (takesValue?.value !== undefined) {
    if (takesValue.name === 'model') return await modelsOf(places[0])
    if (takesValue.name === 'need') return await capabilityIds()
    if (takesValue.name === 'fallback') return await agentIds()
    if (takesValue.name === 'check') return await checkNames()
    return flagValues[takesValue.name] ?? []
  }
  if (current.startsWith('-')) return flagsOf(options)
  const [first = '', second = ''] = command.usage.split(' ')
  const takesAgents = first.includes('agent')
  if (takesAgents && (places.length === 0 || first.includes('…') || second.includes('<agent>…'))) {
    return [...(await agentIds()), ...(first.includes('|auto') ? ['auto'] : [])]
  }
  return second === '<model>' && places.length === 1 ? await modelsOf(places[0]) : []
}

async function agentIds(): Promise<string[]> {
  return (await knownDefinitions(noValues)).map(({ id }) => id)
}

async function capabilityIds(): Promise<string[]> {
  const { dictionary } = await import('../../../capabilities/dictionary.ts')
  return dictionary.map(({ id }) => id).filter((id) => !id.includes('<'))
}

async function checkNames(): Promise<readonly string[]> {
  return (await import('../../../testing/contract/check-name.ts')).checkNames
}

function flagsOf(options: readonly Option[]): string[] {
  return options.flatMap(({ name, inline = [] }) => [
    `--${name}`,
    ...inline.map((value) => `--${name}=${value}`),
  ])
}

/** The ids and aliases of an agent's models. */
async function modelsOf(agent: string | undefined): Promise<string[]> {
  if (agent === undefined) return []
  const { findAgent } = await import('../agent-argument.ts')
  const { id } = await findAgent(agent, { values: noValues })
  const catalog = (await knownModels(noValues)).catalog(id)
  return catalog.flatMap(({ modelId, modelAlias }) => [
    ...(modelAlias === undefined ? [] : [modelAlias]),
    modelId,
  ])
}
