/** A client to compare: one of the npm registry, or this package as its tarball. */
export interface Peer {
  readonly name: string
  /** The package to install; `packed` is this project. */
  readonly package: string
  /** The program in `cases/`, without one for a package that the registry does not have. */
  readonly case: string
  /** The file of its command line, below the folder of the package. */
  readonly program?: string
  /** What its program imports, to measure the cost of loading it. */
  readonly imports: string
  /** Why it cannot do a work, by the first words of the table's title. */
  readonly notPossible?: Readonly<Record<string, string>>
}

/** Why a peer cannot do the work of a table. */
export function whyNot({ notPossible = {} }: Pick<Peer, 'notPossible'>, title: string): string | undefined {
  return Object.entries(notPossible).find(([words]) => title.startsWith(words))?.[1]
}

export const capstan: Peer = {
  name: 'capstan',
  package: 'packed',
  case: 'capstan.mjs',
  program: 'capstan/dist/cli/main.js',
  imports: 'capstan/run',
}

/** Versions are exact, so that a figure belongs to a version. */
export const peers: readonly Peer[] = [
  {
    name: 'ACP SDK',
    package: '@agentclientprotocol/sdk@2.4.0',
    case: 'sdk.mjs',
    imports: '@agentclientprotocol/sdk',
    notPossible: {
      'Start: the command': 'a library without a command',
      'Slow reader':
        'it hands over updates without waiting for the previous one, so the program has to queue them',
    },
  },
  {
    name: 'acpx',
    package: 'acpx@0.19.1',
    case: 'acpx.mjs',
    program: 'acpx/dist/cli.js',
    imports: 'acpx/runtime',
  },
  { name: 'agents-wire', package: '@pivanov/agents-wire', case: '', imports: '' },
  { name: 'agent-mux', package: '@a5c-ai/agent-mux', case: '', imports: '' },
]
