import type { ListedAgent } from '../../gateway/http/api/agent-list.ts'

/** What can be seen of a login from outside: whether somebody is logged in, only the agent knows. */
export function authWords(auth: ListedAgent['auth']): { text: string; detail: string } | undefined {
  if (auth === undefined) return undefined
  const { methods, variables, found, login } = auth
  const ways = [...methods.filter((method) => method !== 'none'), ...variables].join(', ')
  if (ways === '') return undefined
  if (found.length > 0) return { text: 'login found', detail: `Found: ${found.join(', ')}. Ways: ${ways}` }
  const how = login === undefined ? ways : `${login}, or ${ways}`
  return { text: 'no login seen', detail: `Ways: ${how}` }
}
