import { execFileSync } from 'node:child_process'

/** Words that start a program in a place of its own; without any, why they are missing. */
export type OwnPlace = { words: readonly [string, ...string[]] } | { missing: string }

/** Words for a place with these namespaces, which a shell prepares. It is tried whether this machine lets us make it. */
export function ownPlace(namespaces: readonly string[], prepare: string): OwnPlace {
  if (process.platform !== 'linux') return { missing: 'namespaces are a thing of Linux' }
  if (process.getuid?.() !== 0) return { missing: 'making a namespace needs root' }
  const rest = [...namespaces, 'sh', '-c', `${prepare} && exec "$@"`, 'sh'] as const
  try {
    execFileSync('unshare', [...rest, 'true'], { stdio: ['ignore', 'ignore', 'pipe'], timeout: 10_000 })
    return { words: ['unshare', ...rest] }
  } catch (error) {
    return { missing: error instanceof Error ? error.message.trim() : String(error) }
  }
}
