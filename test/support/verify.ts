import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Machine } from './machine.ts'

/** The programs that make a separate network. */
export const networkTools = ['unshare', 'ip', 'sh'] as const

/** Puts programs of this system on the PATH, where it has them. */
export function linkTools(machine: Machine, ...names: readonly string[]): void {
  for (const name of names) {
    const path = execFileSync('sh', ['-c', `command -v ${name} || true`], { encoding: 'utf8' }).trim()
    if (path.startsWith('/')) machine.link(name, path)
  }
}

/** The running processes whose command line names a text. */
export function processesNaming(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text)
      } catch {
        return false
      }
    })
    .map(Number)
}
