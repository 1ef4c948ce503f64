import { execFileSync } from 'node:child_process'

/** Where a program of the fleet runs: in a network of its own, or on this machine. */
export interface Place {
  /** The command and the arguments that run a program there. */
  command(program: string, args: readonly string[]): [string, string[]]
  /** Cuts or restores the connection to the database. Undefined where there is only loopback. */
  setConnected?(isConnected: boolean): void
}

/** The network of a fleet: a hub with the database, and nodes that reach only the hub. */
export interface FleetNetwork extends Disposable {
  /** Whether connections can be cut. */
  readonly isReal: boolean
  readonly hub: Place
  /** The address of the database server. */
  readonly host: string
  node(index: number): Place
}

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' })

/** Creates network namespaces; falls back to loopback where that is not allowed. */
export function createNetwork(nodes: number): FleetNetwork {
  const prefix = `cap${process.pid}`
  const names = ['h', ...Array.from({ length: nodes }, (_, index) => String(index))].map(
    (name) => `${prefix}-${name}`,
  )
  const remove = (): void => {
    for (const name of names) {
      try {
        ip('netns', 'del', name)
      } catch {
        // It was not created.
      }
    }
  }
  try {
    for (const name of names) ip('netns', 'add', name)
    build(names)
  } catch {
    remove()
    return loopback()
  }
  const [hub = ''] = names
  return {
    isReal: true,
    hub: { command: (program, args) => inside(hub, program, args) },
    host: '10.77.0.1',
    node: (index) => ({
      command: (program, args) => inside(names[index + 1] ?? '', program, args),
      setConnected: (isConnected) => ip('-n', hub, 'link', 'set', `v${index}`, isConnected ? 'up' : 'down'),
    }),
    [Symbol.dispose]: remove,
  }
}

function inside(namespace: string, program: string, args: readonly string[]): [string, string[]] {
  return ['ip', ['netns', 'exec', namespace, program, ...args]]
}

/** Connects each node with the bridge of the hub by a pair of virtual interfaces. */
function build([hub = '', ...nodes]: readonly string[]): void {
  ip('-n', hub, 'link', 'add', 'bridge0', 'type', 'bridge')
  ip('-n', hub, 'addr', 'add', '10.77.0.1/24', 'dev', 'bridge0')
  for (const device of ['lo', 'bridge0']) ip('-n', hub, 'link', 'set', device, 'up')
  for (const [index, node] of nodes.entries()) {
    ip('-n', hub, 'link', 'add', `v${index}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', node)
    ip('-n', hub, 'link', 'set', `v${index}`, 'master', 'bridge0', 'up')
    ip('-n', node, 'addr', 'add', `10.77.0.${index + 10}/24`, 'dev', 'eth0')
    for (const device of ['lo', 'eth0']) ip('-n', node, 'link', 'set', device, 'up')
  }
}

function loopback(): FleetNetwork {
  const here: Place = { command: (program, args) => [program, [...args]] }
  return { isReal: false, hub: here, host: '127.0.0.1', node: () => here, [Symbol.dispose]: () => undefined }
}
