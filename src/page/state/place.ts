/** A location in the page, encoded in the URL hash. */
export interface Place {
  readonly view: 'agents' | 'chat' | 'sessions'
  /** Id of the agent or session. */
  readonly subject?: string
  /** Id of the thread of a chat. */
  readonly thread?: string
}

const views = ['agents', 'chat', 'sessions'] as const

export function readPlace(hash: string): Place {
  const [name, subject = '', thread = ''] = hash.replace(/^#\/?/, '').split('/')
  const view = views.find((one) => one === name) ?? 'agents'
  if (subject === '') return { view }
  return { view, subject: decoded(subject), ...(thread === '' ? {} : { thread: decoded(thread) }) }
}

export function linkTo({ view, subject, thread }: Place): string {
  const parts = [subject, subject === undefined ? undefined : thread].filter((part) => part !== undefined)
  return `#${[view, ...parts.map(encodeURIComponent)].join('/')}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
