import { isRecord } from '../core/is-record.ts'
import { A2EError } from './a2e-error.ts'
import type { CatalogEntry } from './catalog.ts'
import type { PluginRequestType } from './messages/messages.ts'
import type { Plugin, RequestContext } from './plugin.ts'

type Answer = Record<string, unknown>
type AnyHandler = (request: unknown, context: RequestContext) => Promise<Answer | undefined>

/** A request to be handled by plugins. */
export interface Dispatch {
  readonly entry: CatalogEntry
  readonly request: Readonly<Record<string, unknown>>
  readonly context: RequestContext
}

/** List requests that merge the items of all plugins, with the field that holds the list. The first item of a name wins. */
const lists: ReadonlyMap<string, string> = new Map([
  ['tool/list/req', 'tools'],
  ['toolkit/list/req', 'toolkits'],
  ['skill/discover/req', 'skills'],
])

/** Error codes for an item that a plugin does not have; another plugin may have it. */
const notFoundCodes: ReadonlySet<string> = new Set([
  'unknown_tool',
  'unknown_skill',
  'unknown_proc',
  'memory_not_found',
  'mcp_server_not_found',
  'mcp_tool_not_found',
  'mcp_resource_not_found',
  'mcp_prompt_not_found',
])

/** The error code when every plugin has passed on a request, by capability. */
const unhandledCodes: ReadonlyMap<string, string> = new Map([
  ['tools', 'unknown_tool'],
  ['skill', 'unknown_skill'],
  ['proc', 'unknown_proc'],
  ['memory', 'memory_not_found'],
])

/** The answer to a request: from the first plugin that has one, or merged from all plugins for a list. */
export async function dispatch(one: Dispatch, plugins: readonly Plugin[]): Promise<Answer> {
  const { type, capability } = one.entry
  if (plugins.length === 0) {
    throw new A2EError('unknown_type', `No plugin of this host handles ${type}`, {
      detail: { type },
      capabilityName: capability,
    })
  }
  const field = lists.get(type)
  return field !== undefined && plugins.length > 1
    ? await merge(one, plugins, field)
    : await askInTurn(one, plugins)
}

async function askInTurn(one: Dispatch, plugins: readonly Plugin[]): Promise<Answer> {
  let refusal: A2EError | undefined
  for (const plugin of plugins) {
    try {
      const answer = await ask(plugin, one)
      if (answer !== undefined) return answer
    } catch (error) {
      if (!(error instanceof A2EError) || !notFoundCodes.has(error.code)) throw error
      refusal ??= error
    }
  }
  if (refusal !== undefined) throw refusal
  const { type, capability } = one.entry
  throw new A2EError(unhandledCodes.get(capability) ?? 'runtime_error', `No plugin handled ${type}`, {
    capabilityName: capability,
  })
}

/** Leaves out plugins that fail, so that the others are still listed; throws if all fail. */
async function merge(one: Dispatch, plugins: readonly Plugin[], field: string): Promise<Answer> {
  const answers = await Promise.allSettled(plugins.map((plugin) => ask(plugin, one)))
  const failures = answers.filter((answer) => answer.status === 'rejected')
  if (failures.length === answers.length) throw failures[0]?.reason
  const merged = new Map<unknown, unknown>()
  for (const [index, answer] of answers.entries()) {
    if (answer.status === 'rejected') {
      one.context.log(`${plugins[index]?.name} could not answer ${one.entry.type}: ${String(answer.reason)}`)
      continue
    }
    const items = answer.value?.[field]
    for (const item of Array.isArray(items) ? items : []) {
      const name: unknown = isRecord(item) ? item['name'] : item
      if (!merged.has(name)) merged.set(name, item)
    }
  }
  return { [field]: [...merged.values()] }
}

async function ask(plugin: Plugin, { entry, request, context }: Dispatch): Promise<Answer | undefined> {
  // The catalog guarantees the fields of a type; TypeScript cannot check a name known only at run time.
  const handler = plugin.messages[entry.type as PluginRequestType] as unknown as AnyHandler | undefined
  return await handler?.call(plugin.messages, request, context)
}
