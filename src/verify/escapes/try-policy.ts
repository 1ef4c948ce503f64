import { setTimeout as wait } from 'node:timers/promises'
import { type EscapeEvidence, gradeEscape } from './grade-escape.ts'
import type { OwnEscapePlace } from './escape-place.ts'
import { escapeGroups, type EscapeGroup, type EscapeReport, type PolicyCase } from './escape.ts'
import { escapes, escapesOf } from './escapes.ts'
import { makePlace } from './make-place.ts'
import type { GroupSight, PolicyTrial } from './policy-trial.ts'
import { plainClient, tryPlainly } from './try-plainly.ts'
import { tryGroup } from './try-group.ts'

/** How long after a run a process that it left behind may write. */
const daemonMs = 2600

/** Tries all escapes of a case: first as a plain program in the sandbox, then with the agent. */
export async function tryPolicy(trial: PolicyTrial, asked: PolicyCase): Promise<EscapeReport[]> {
  const opened: OwnEscapePlace[] = []
  const place = async (group: EscapeGroup, names: readonly string[]): Promise<OwnEscapePlace> => {
    const made = await makePlace(trial, group, names)
    opened.push(made)
    return made
  }
  try {
    const all = escapesOf(asked)
    const plainPlace = await place('tools', all)
    const plain = await tryPlainly(plainClient(trial, plainPlace), {
      trial,
      asked,
      place: plainPlace,
      names: all,
    })
    const tried: { names: readonly string[]; at: OwnEscapePlace; sight: GroupSight }[] = []
    for (const group of escapeGroups) {
      const names = escapesOf(asked, group)
      if (names.length === 0) continue
      const at = await place(group, names)
      const refusal = tried[0]?.sight.refusal
      const sight =
        refusal === undefined
          ? await tryGroup(trial, { asked, place: at, group, names })
          : { ...nothing, refusal }
      tried.push({ names, at, sight })
    }
    if (tried[0]?.sight.refusal === undefined) await wait(daemonMs)
    return tried.flatMap(({ names, at, sight }) =>
      names.map((name) => {
        const evidence: EscapeEvidence = {
          refusal: sight.refusal,
          problem: sight.problem,
          effects: effectsOf(name, { at, said: sight.said, trial }),
          isReached: sight.reached.has(name),
          isRun: sight.isRun,
          plain:
            plain === undefined || escapes[name]?.shell === undefined
              ? undefined
              : effectsOf(name, { at: plainPlace, said: plain, trial }),
        }
        return { ...asked, name, title: escapes[name]?.title ?? '', ...gradeEscape(evidence) }
      }),
    )
  } finally {
    for (const one of opened) await one.close()
  }
}

const nothing: GroupSight = { said: '', reached: new Set(), isRun: false }

/** The effects of an escape outside of the agent. */
function effectsOf(
  name: string,
  { at, said, trial: { kept } }: { at: OwnEscapePlace; said: string; trial: PolicyTrial },
): string[] {
  if (name !== 'changed-home') return at.effects(name, said)
  const isKept = (path: string): boolean =>
    kept.some((one) => path === one || (one.endsWith('/') && path.startsWith(one)))
  return at
    .changedInHome()
    .filter((path) => !isKept(path))
    .map((path) => `${path} of the home was changed`)
}
