import { runCommand } from '../../process/run-command.ts'

/** The network of a job: its own with only loopback, or the user's with the reason. */
export type JobNetwork =
  | { readonly kind: 'own'; readonly words: readonly string[] }
  | { readonly kind: 'shared'; readonly reason: string }

/** Also a process namespace, so that nothing an agent leaves behind outlives its job. */
const namespaces = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc']

const loopbackUp = 'ip link set lo up'
let known: Promise<JobNetwork> | undefined

/** Tries once per process whether this machine can make a network that has only loopback. */
export function jobNetwork(): Promise<JobNetwork> {
  known ??= tryNetwork()
  return known
}

async function tryNetwork(): Promise<JobNetwork> {
  if (process.platform !== 'linux') {
    return { kind: 'shared', reason: `no network namespaces on ${process.platform}` }
  }
  const words = namespaceWords(process.getuid?.() ?? 0, process.getgid?.() ?? 0)
  const [command = '', ...rest] = words
  try {
    const environment = { PATH: process.env['PATH'] }
    const { exitCode, stderr } = await runCommand({
      command,
      arguments: [...rest, process.execPath, '--version'],
      environment,
      timeout: 10_000,
    })
    if (exitCode === 0) return { kind: 'own', words }
    return { kind: 'shared', reason: stderr.trim().split('\n')[0] || `unshare ended with ${exitCode}` }
  } catch (error) {
    return { kind: 'shared', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** The words before a program. Without root, a user namespace allows the others; a second one restores the user's id. */
function namespaceWords(user: number, group: number): string[] {
  if (user === 0) return ['unshare', ...namespaces, 'sh', '-c', `${loopbackUp} && exec "$@"`, 'sh']
  const back = `exec unshare --user --map-user=${user} --map-group=${group} -- "$@"`
  const script = `${loopbackUp} && ${back}`
  return ['unshare', '--user', '--map-root-user', ...namespaces, 'sh', '-c', script, 'sh']
}
