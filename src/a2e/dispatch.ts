import { isRecord } from '../core/is-record.ts'
import { A2EError } from './a2e-error.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { PluginRequestType } from './messages/messages.ts'
import type { Plugin, RequestContext } from './plugin.ts'

type Answer = Record<string, unknown>
type AnyHandler = (request: unknown, context: RequestContext) => Promise<Answer | undefined>

/** One request on its way to the plugins. */
export interface Dispatch {
  readonly entry: CatalogueEntry
  readonly request: Readonly<Record<string, unknown>>
  readonly context: RequestContext
}

/** Lists that every plugin adds to, by the field they are in. What has the same name is taken from the first. */
const lists: ReadonlyMap<string, string> = new Map([
  ['tool/list/req', 'tools'],
  ['toolkit/list/req', 'toolkits'],
  ['skill/discover/req', 'skills'],
])

/** What a plugin says of something it does not have; another plugin may have it. */
const notMine: ReadonlySet<string> = new Set([
  'unknown_tool',
  'unknown_skill',
  'unknown_proc',
  'memory_not_found',
  'mcp_server_not_found',
  'mcp_tool_not_found',
  'mcp_resource_not_found',
  'mcp_prompt_not_found',
])

/** What is answered when every plugin has passed a request on. */
const nobodys: ReadonlyMap<string, string> = new Map([
  ['tools', 'unknown_tool'],
  ['skill', 'unknown_skill'],
  ['proc', 'unknown_proc'],
  ['memory', 'memory_not_found'],
])

/** The one answer to a request: of the first plugin that has one, or of all where it is a list. */
export async function dispatch(one: Dispatch, plugins: readonly Plugin[]): Promise<Answer> {
  const { type, capability } = one.entry
  if (plugins.length === 0) {
    throw new A2EError('unknown_type', `No plugin of this host answers ${type}`, {
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
      if (!(error instanceof A2EError) || !notMine.has(error.code)) throw error
      refusal ??= error
    }
  }
  if (refusal !== undefined) throw refusal
  const { type, capability } = one.entry
  throw new A2EError(nobodys.get(capability) ?? 'runtime_error', `No plugin took ${type}`, {
    capabilityName: capability,
  })
}

/** A plugin that fails is left out, so that it does not take what the others have with it; all failing is a failure. */
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
  // The catalogue ties a type to its fields; the type checker cannot follow a name that is only known at run time.
  const handler = plugin.messages[entry.type as PluginRequestType] as unknown as AnyHandler | undefined
  return await handler?.call(plugin.messages, request, context)
}
