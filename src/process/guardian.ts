import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { childProcess } from './child-process.ts'
import { ownerCgroup } from './cgroup.ts'
import { ownerMark } from './run-mark.ts'

/**
 * The guardian ends the agents when this process ends in any way, even by `SIGKILL`. It is one small shell, started after
 * the first agent. It reads the running groups from stdin; when stdin ends, it ends the groups that are left, and on
 * Linux all processes with a mark or in a cgroup of this process, and removes their temporary folders, which may hold a login. It has its own session, so that signals to this process do not reach
 * it. Windows has no guardian: an agent may outlive a killed process there.
 */
const script = `
trap '' INT TERM HUP
groups=' '
newline='
'
folders=$newline
while IFS= read -r line; do
  change=\${line%% *} group=\${line#* }
  case $change in
  +) groups="$groups$group " ;;
  keep) folders="$folders$group$newline" ;;
  drop) case $folders in
    *"$newline$group$newline"*)
      folders="\${folders%%"$newline$group$newline"*}$newline\${folders#*"$newline$group$newline"}" ;;
    esac ;;
  -) case $groups in
    *" $group "*) groups="\${groups%% "$group" *} \${groups#* "$group" }" ;;
    esac ;;
  esac
done
cgroups=$2
remove() {
  printf '%s' "$folders" | while IFS= read -r folder; do
    [ -z "$folder" ] || rm -rf -- "$folder"
  done
} 2>/dev/null
trap 'remove; [ -z "$cgroups" ] || { echo 1 >"$cgroups/cgroup.kill"; sleep 0.2; rmdir "$cgroups"/*/ "$cgroups"; } 2>/dev/null' EXIT
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

/** Starting the shell takes 3 ms. A fast agent has sent its first event by then; an agent that is done sooner needs no guardian. */
const startAfterMs = 20

const groups = new Set<number>()
let shell: ChildProcess | undefined
let starting = false

/** Ends a group together with this process, until it is released. Never throws and never waits. */
export function guardGroup(group: number): void {
  if (process.platform === 'win32') return
  groups.add(group)
  // Later, because starting or writing to the shell would delay the agent.
  if (shell !== undefined) setImmediate(sendGroup, group)
  else if (!starting) {
    starting = true
    setTimeout(startShell, startAfterMs)
  }
}

function sendGroup(group: number): void {
  if (groups.has(group)) send(`+ ${group}\n`)
}

/** Releases a group that is gone: another process may get its number. */
export function releaseGroup(group: number): void {
  if (groups.delete(group)) send(`- ${group}\n`)
}

const folders = new Set<string>()

/** Removes a folder when this process ends without removing it. Never throws and never waits. */
export function guardFolder(folder: string): void {
  folders.add(folder)
  if (shell !== undefined) send(`keep ${folder}\n`)
}

/** Releases a folder that is gone. */
export function releaseFolder(folder: string): void {
  if (folders.delete(folder)) send(`drop ${folder}\n`)
}

function startShell(): void {
  starting = false
  if (groups.size === 0) return
  try {
    const child = childProcess().spawn(
      '/bin/sh',
      ['-c', script, 'capstan-guardian', ownerMark(), ownerCgroup() ?? ''],
      {
        cwd: '/',
        env: { PATH: process.env['PATH'] },
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      },
    )
    // If the shell fails, the next agent starts it again.
    const lost = (): void => {
      if (shell === child) shell = undefined
    }
    child.on('error', lost).on('exit', lost)
    child.stdin.on('error', () => {})
    child.unref()
    // In Node a pipe is a socket; unref keeps it from blocking the exit.
    ;(child.stdin as Socket).unref()
    shell = child
    for (const group of groups) send(`+ ${group}\n`)
    for (const folder of folders) send(`keep ${folder}\n`)
  } catch {
    shell = undefined
  }
}

function send(line: string): void {
  shell?.stdin?.write(line)
}
