import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { AgentDefinition } from '../definition/definition.ts'
import type { PolicyMeans } from '../definition/definition-policies.ts'
import { agentFile } from './agent-file.ts'

const { readFileSync } = process.getBuiltinModule('node:fs')

/** A settings file that opens a gap in a policy. */
export interface SettingsGap {
  readonly path: string
  /** What the agent then does, as a clause. */
  readonly leaves: string
}

/** Finds settings of the user, or of the working folder and those above, that open a gap in a policy. */
export function settingsGap(
  { auth }: AgentDefinition,
  { opened }: PolicyMeans,
  { cwd, environment }: { cwd: string; environment: Readonly<Record<string, string | undefined>> },
): SettingsGap | undefined {
  if (opened === undefined) return undefined
  const home = environment['HOME'] || homedir()
  const ofUser = agentFile(opened.file, { home, moved: auth.moved, environment })
  const paths = [ofUser, ...foldersFrom(resolve(cwd)).map((folder) => join(folder, opened.file))]
  const pattern = new RegExp(opened.pattern, 'mu')
  const path = paths.find((one) => pattern.test(contentOf(one)))
  return path === undefined ? undefined : { path, leaves: opened.leaves }
}

function foldersFrom(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersFrom(above)]
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
