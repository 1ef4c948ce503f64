import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { StampedCache } from '../../agents/detect/stamped-cache.ts'
import type { CoolDown } from '../../capabilities/choice/choice.ts'
import { dataFolder } from '../../core/files/data-folder.ts'
import { sha256 } from '../../core/sha256.ts'
import { isRecord } from '../../core/shape.ts'

/** The cool-down after a refusal whose end the provider does not name. */
const defaultMs = 60_000

/** A clock that is wrong by years must not lock an account out: no provider's limit lasts longer than a month. */
const longestMs = 32 * 24 * 60 * 60_000

/** The account that an agent uses: the agent with the login variables and folders it is started with. */
export interface AgentAccount {
  readonly definition: Pick<AgentDefinition, 'id' | 'auth' | 'variables'>
  /** The caller's variables for the agent. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** The cool-down of an account; undefined if it has none or it is over. */
export function coolDownOf(account: AgentAccount, now = Date.now()): CoolDown | undefined {
  // Without a cool-down no account needs its hash, which takes longer than all other checks of a start.
  if (cache().isEmpty) return undefined
  const known = cache().get(keyOf(account), '')
  return known !== undefined && Date.parse(known.until) > now ? known : undefined
}

/** Stores a refusal of the provider; `resetsAt` is its end as ISO 8601, if the provider names it. */
export function coolDown(
  account: AgentAccount,
  { reason, resetsAt, now = Date.now() }: { reason: string; resetsAt?: string | undefined; now?: number },
): void {
  const reported = Date.parse(resetsAt ?? '')
  const isReported = reported > now && reported - now < longestMs
  const until = new Date(isReported ? reported : now + defaultMs).toISOString()
  cache().set(keyOf(account), '', { until, isReported, reason })
}

/** One cache per data folder, shared by the clients of a process. */
const caches = new Map<string, StampedCache<CoolDown>>()

function cache(): StampedCache<CoolDown> {
  const file = process.getBuiltinModule('node:path').join(dataFolder(), 'cool-downs.json')
  const known = caches.get(file) ?? new StampedCache(file, isCoolDown)
  caches.set(file, known)
  return known
}

/** A hash, because the variables hold secrets. */
function keyOf({ definition: { id, auth, variables = [] }, env = {} }: AgentAccount): string {
  const environment: Readonly<Record<string, string | undefined>> = { ...process.env, ...env }
  const names = ['HOME', ...variables, ...auth.variables, ...(auth.together ?? []).flat()]
  const values = [...new Set(names)].toSorted().map((name) => [name, environment[name] ?? ''])
  return `${id} ${sha256(JSON.stringify([id, values])).slice(0, 32)}`
}

function isCoolDown(value: unknown): value is CoolDown {
  return (
    isRecord(value) &&
    typeof value['until'] === 'string' &&
    typeof value['isReported'] === 'boolean' &&
    typeof value['reason'] === 'string'
  )
}
