/** A location in the page, encoded in the URL hash. */
export interface Place {
  readonly view: 'agents' | 'chat' | 'sessions'
  /** Id of the agent or session. */
  readonly subject?: string
}

const views = ['agents', 'chat', 'sessions'] as const

export function readPlace(hash: string): Place {
  const [name, subject] = hash.replace(/^#\/?/, '').split('/')
  const view = views.find((one) => one === name) ?? 'agents'
  return subject === undefined || subject === '' ? { view } : { view, subject: decoded(subject) }
}

export function linkTo({ view, subject }: Place): string {
  return subject === undefined ? `#${view}` : `#${view}/${encodeURIComponent(subject)}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
