/** Where somebody is in the page, as its address says. */
export interface Place {
  readonly view: 'agents' | 'chat' | 'sessions'
  /** The agent or the session that is looked at. */
  readonly subject?: string
}

const views = ['agents', 'chat', 'sessions'] as const

/** Reads the part of an address after the `#`. */
export function readPlace(hash: string): Place {
  const [name, subject] = hash.replace(/^#\/?/, '').split('/')
  const view = views.find((one) => one === name) ?? 'agents'
  return subject === undefined || subject === '' ? { view } : { view, subject: decoded(subject) }
}

/** The address of a place. */
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
