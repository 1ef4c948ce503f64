import type { ListedAgent } from '../../../gateway/http/api/agent-list.ts'

/** The login that Capstan found; only the agent can tell whether it is valid. */
export function authText(auth: ListedAgent['auth']): { text: string; detail: string } | undefined {
  if (auth === undefined) return undefined
  const { methods, variables, found, login } = auth
  const options = [...methods.filter((method) => method !== 'none'), ...variables].join(', ')
  if (options === '') return undefined
  if (found.length > 0)
    return { text: 'login found', detail: `Found: ${found.join(', ')}. Methods: ${options}` }
  const how = login === undefined ? options : `${login}, or ${options}`
  return { text: 'no login found', detail: `Methods: ${how}` }
}
