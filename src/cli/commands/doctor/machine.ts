import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { requiredNode } from '../../node-version.ts'
import type { SandboxSupport } from '../../../sandbox/bubblewrap.ts'
import type { Finding } from './finding.ts'
import { isInRange } from './version-range.ts'

export interface MachineOptions {
  /** The path of a program on the PATH. */
  find: (program: string) => string | undefined
  dataFolder: string
  home: string
  /** The version of the first node on the PATH, which agents are started with. */
  nodeOnPath: string | undefined
  sandbox: SandboxSupport
}

/** Checks of the machine that every agent depends on. */
export function machineFindings(options: MachineOptions): Finding[] {
  const { find, dataFolder, home } = options
  return [
    nodeFinding(options),
    npmFinding(find),
    gitFinding(find),
    ...sandboxFindings(options),
    folderFinding(dataFolder),
    ...homeFindings(home),
  ]
}

function nodeFinding({ find, nodeOnPath }: MachineOptions): Finding {
  const what = `Node.js ${process.versions.node}`
  if (!isInRange(process.versions.node, requiredNode)) {
    return { status: 'problem', what, fix: `Install Node.js ${requiredNode}: https://nodejs.org` }
  }
  if (nodeOnPath !== undefined && !isInRange(nodeOnPath, requiredNode)) {
    return {
      status: 'problem',
      what: `${what}, but agents start with Node.js ${nodeOnPath}, which is first on the PATH`,
      fix: `Put Node.js ${requiredNode} first on the PATH.`,
    }
  }
  if (find('node') !== undefined) return { status: 'ok', what }
  const fix = 'Put the folder of node on the PATH; agents installed with npm need it.'
  return { status: 'problem', what: `${what}, but node is not on the PATH`, fix }
}

function npmFinding(find: MachineOptions['find']): Finding {
  const path = find('npm')
  if (path !== undefined) return { status: 'ok', what: `npm at ${path}` }
  const fix = 'Install Node.js with npm; capstan install needs it.'
  return { status: 'warning', what: 'npm is not on the PATH', fix }
}

function gitFinding(find: MachineOptions['find']): Finding {
  const path = find('git')
  if (path !== undefined) return { status: 'ok', what: `git at ${path}` }
  const fix = 'Install git; agents use it to read the history and changes of a project.'
  return { status: 'warning', what: 'git is not on the PATH', fix }
}

/** Without the sandbox, only the agents' own rules enforce a policy. Under `ask`, perl opens it for allowed calls. */
function sandboxFindings({ find, sandbox }: MachineOptions): Finding[] {
  if (process.platform !== 'linux') return []
  if ('problem' in sandbox) {
    const fix =
      'Install the package bubblewrap and allow user namespaces; permission policies need the sandbox.'
    return [{ status: 'warning', what: `no sandbox: ${sandbox.problem}`, fix }]
  }
  const ok: Finding = { status: 'ok', what: `sandbox with bubblewrap at ${sandbox.path}` }
  if (find('perl') !== undefined) return [ok]
  const fix = 'Install perl; runs with --permissions ask need it.'
  return [ok, { status: 'warning', what: 'perl is not on the PATH', fix }]
}

function folderFinding(folder: string): Finding {
  if (isWritable(folder)) return { status: 'ok', what: `Capstan's folder ${folder}` }
  const fix = 'Make the folder writable, or set CAPSTAN_HOME to a writable folder.'
  return { status: 'problem', what: `Capstan's folder ${folder} is not writable`, fix }
}

function homeFindings(home: string): Finding[] {
  if (isWritable(home)) return []
  const fix =
    'Make the folder writable, or set HOME to a writable folder; agents save logins and sessions there.'
  return [{ status: 'problem', what: `the home folder ${home} is not writable`, fix }]
}

/** Whether a folder is writable, or can be created. */
function isWritable(folder: string): boolean {
  if (!existsSync(folder) && dirname(folder) !== folder) return isWritable(dirname(folder))
  try {
    accessSync(folder, constants.W_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}
