import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { wantedNode } from '../../node-version.ts'
import type { Finding } from './finding.ts'
import { isInRange } from './version-range.ts'

export interface MachineOptions {
  /** Where a program is on the PATH. */
  find: (program: string) => string | undefined
  dataFolder: string
  home: string
  /** The version of the first node on the PATH, which agents are started with. */
  nodeOnPath: string | undefined
}

/** What every agent needs of the machine. */
export function machineFindings(options: MachineOptions): Finding[] {
  const { find, dataFolder, home } = options
  return [
    nodeFinding(options),
    npmFinding(find),
    gitFinding(find),
    folderFinding(dataFolder),
    ...homeFindings(home),
  ]
}

function nodeFinding({ find, nodeOnPath }: MachineOptions): Finding {
  const what = `Node.js ${process.versions.node}`
  if (!isInRange(process.versions.node, wantedNode)) {
    return { status: 'problem', what, fix: `Install Node.js ${wantedNode}: https://nodejs.org` }
  }
  if (nodeOnPath !== undefined && !isInRange(nodeOnPath, wantedNode)) {
    return {
      status: 'problem',
      what: `${what}, and ${nodeOnPath} first on the PATH, which agents are started with`,
      fix: `Put a Node.js ${wantedNode} first on the PATH.`,
    }
  }
  if (find('node') !== undefined) return { status: 'ok', what }
  const fix = 'Put the folder of node on the PATH: agents that npm installs are started with it.'
  return { status: 'problem', what: `${what}, and no node on the PATH`, fix }
}

function npmFinding(find: MachineOptions['find']): Finding {
  const path = find('npm')
  if (path !== undefined) return { status: 'ok', what: `npm at ${path}` }
  const fix = 'Install Node.js together with npm: capstan install needs it.'
  return { status: 'warning', what: 'no npm on the PATH', fix }
}

function gitFinding(find: MachineOptions['find']): Finding {
  const path = find('git')
  if (path !== undefined) return { status: 'ok', what: `git at ${path}` }
  const fix = 'Install git: agents look at the history and the changes of a project with it.'
  return { status: 'warning', what: 'no git on the PATH', fix }
}

function folderFinding(folder: string): Finding {
  if (isWritable(folder)) return { status: 'ok', what: `Capstan's folder ${folder}` }
  const fix = 'Make it writable, or set CAPSTAN_HOME to a folder that is.'
  return { status: 'problem', what: `Capstan's folder ${folder} cannot be written`, fix }
}

function homeFindings(home: string): Finding[] {
  if (isWritable(home)) return []
  const fix =
    'Make it writable, or set HOME to a folder that is: agents keep their logins and sessions there.'
  return [{ status: 'problem', what: `the home folder ${home} cannot be written`, fix }]
}

/** Whether a folder can be written, or made. */
function isWritable(folder: string): boolean {
  if (!existsSync(folder) && dirname(folder) !== folder) return isWritable(dirname(folder))
  try {
    accessSync(folder, constants.W_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}
