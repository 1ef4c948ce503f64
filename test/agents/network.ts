import { execFileSync } from 'node:child_process'

/** Words that start a program in a network that has nothing but loopback; without any, why they are missing. */
export type LoopbackOnly = { words: readonly [string, ...string[]] } | { missing: string }

/** It gets processes of its own as well, so that nothing an agent leaves behind outlives its run. */
const words = [
  ...(['unshare', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'] as const),
  ...(['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const),
] as const

/** Tries whether this machine lets us make such a network. */
export function loopbackOnly(): LoopbackOnly {
  if (process.platform !== 'linux') return { missing: 'network namespaces are a thing of Linux' }
  if (process.getuid?.() !== 0) return { missing: 'making a network namespace needs root' }
  const [program, ...rest] = words
  try {
    execFileSync(program, [...rest, 'true'], { stdio: ['ignore', 'ignore', 'pipe'], timeout: 10_000 })
    return { words }
  } catch (error) {
    return { missing: error instanceof Error ? error.message.trim() : String(error) }
  }
}
