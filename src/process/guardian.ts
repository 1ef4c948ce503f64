import { spawn, type ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { ownerMark } from './run-mark.ts'

/**
 * The guardian ends the agents when this process is gone in whatever way, `SIGKILL` too. It is one small shell, started
 * after the first agent: it reads which groups run, and when its stdin ends it ends those that are left, and on Linux
 * what carries a mark of this process: its argument. It is in a session of its own, so that what ends us does not end it.
 * Windows has none: there an agent may outlive a killed host.
 */
const script = `
trap '' INT TERM HUP
groups=' '
while read -r change group; do
  case $change in
  +) groups="$groups$group " ;;
  -) case $groups in
    *" $group "*) groups="\${groups%% "$group" *} \${groups#* "$group" }" ;;
    esac ;;
  esac
done
[ "$groups" = ' ' ] && exit 0
marked() {
  found=
  for folder in /proc/[0-9]*; do
    [ -r "$folder/environ" ] || continue
    tr '\\n\\0' ' \\n' <"$folder/environ" | grep -q "^CAPSTAN_RUN=\\(.*:\\)\\{0,1\\}$1[.]" || continue
    kill -s "$2" "\${folder#/proc/}" && found=yes
  done
}
{
  left=
  for group in $groups; do
    kill -s TERM -- "-$group" && left="$left $group"
  done
  marked "$1" TERM
  [ -z "$left$found" ] && exit 0
  sleep 1
  for group in $left; do
    kill -s KILL -- "-$group"
  done
  for round in 1 2 3 4 5; do
    marked "$1" KILL
    [ -z "$found" ] && exit 0
  done
} 2>/dev/null
exit 0
`

const groups = new Set<number>()
let shell: ChildProcess | undefined
let starting = false

/** Has a group ended with this process, until it is released. It never throws and never waits. */
export function guardGroup(group: number): void {
  if (process.platform === 'win32') return
  groups.add(group)
  // The agent comes first: starting the shell, or waking it, holds this process up for a moment.
  if (shell !== undefined) setImmediate(tellOf, group)
  else if (!starting) {
    starting = true
    setImmediate(startShell)
  }
}

function tellOf(group: number): void {
  if (groups.has(group)) tell(`+ ${group}\n`)
}

/** Takes a group back that is known to be gone: its number may soon be somebody else's. */
export function releaseGroup(group: number): void {
  if (groups.delete(group)) tell(`- ${group}\n`)
}

function startShell(): void {
  starting = false
  if (groups.size === 0) return
  try {
    const child = spawn('/bin/sh', ['-c', script, 'capstan-guardian', ownerMark()], {
      cwd: '/',
      env: { PATH: process.env['PATH'] },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
    // Without a shell there is no guardian; the next agent tries again.
    const lost = (): void => {
      if (shell === child) shell = undefined
    }
    child.on('error', lost).on('exit', lost)
    child.stdin.on('error', () => {})
    child.unref()
    // A pipe is a socket in Node, and the only way not to wait for it.
    ;(child.stdin as Socket).unref()
    shell = child
    for (const group of groups) tell(`+ ${group}\n`)
  } catch {
    shell = undefined
  }
}

function tell(line: string): void {
  shell?.stdin?.write(line)
}
