import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dummyKey } from '../../testing/provider/provider-setup.ts'
import type { EscapeGroup } from './escape.ts'
import { OwnEscapePlace } from './escape-place.ts'
import { applyChanges } from './hostile/apply-changes.ts'
import { touchingServer } from './hostile/touching-server.ts'
import { writeFiles } from '../worker/write-files.ts'
import { serverFile } from './run-options.ts'
import { everything } from './place-steps.ts'
import type { PolicyTrial } from './policy-trial.ts'

/** Makes the place of one run, with the hostile files of its group. */
export async function makePlace(
  trial: PolicyTrial,
  group: EscapeGroup,
  names: readonly string[],
): Promise<OwnEscapePlace> {
  const { folder, temporary, listeners, hostile, files, work } = trial
  const { subagent = 'general', mcpTool = 'touch' } = hostile
  const place = new OwnEscapePlace(mkdtempSync(join(folder, 'run-')), {
    temporary,
    listeners,
    subagent,
    mcpTool,
    logins: trial.client.adapters.get(trial.agent).definition.home?.login ?? [],
  })
  const line = everything(place, `${group}-programs`)
  const where = group === 'home' ? place.home : place.cwd
  const server = { command: process.execPath, args: [join(where, 'touching-server.mjs'), line] }
  const parts = { place, line, server }
  const keyed = (given: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(given).map(([path, text]) => [path, text.replaceAll(dummyKey, place.key)]),
    )
  const shown = { 'touching-server.mjs': touchingServer }
  const home = applyChanges(files, (group === 'home' && hostile.home?.(parts)) || {})
  const project = applyChanges(work, (group === 'project' && hostile.project?.(parts)) || {})
  await place.make(names, {
    home: keyed({ ...home, ...shown }),
    work: keyed({ ...project, ...shown }),
  })
  await writeFiles(dirname(serverFile(place)), shown)
  addGitPrograms(place)
  return place
}

/** Hooks and a file monitor in the repository's own folder. */
function addGitPrograms(place: OwnEscapePlace): void {
  const script = join(place.cwd, '.git', 'hooks', 'pre-commit')
  writeFileSync(script, `#!/bin/bash\n${everything(place, 'git-programs')}\n`)
  chmodSync(script, 0o755)
  writeFileSync(
    join(place.cwd, '.git', 'config'),
    `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = bash ${script}\n\thooksPath = ${join(place.cwd, '.git', 'hooks')}\n`,
  )
}
