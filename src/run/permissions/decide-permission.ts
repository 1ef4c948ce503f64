import { resolve } from 'node:path'
import { isInside } from '../../core/files/path-inside.ts'
import { isAnswer } from './permission-outcome.ts'
import type { PermissionDecider, PermissionPolicy, PermissionQuestion } from '../api/permission-policy.ts'
import type { PermissionAnswer } from '../api/run.ts'

/** What a policy says to a question. */
export interface PermissionDecision {
  readonly answer: PermissionAnswer | 'ask'
  /** Why a policy that is a function was not followed, for a warning; the answer is `deny` then. */
  readonly problem?: string
}

/** Asks the policy. `roots` are the folders of the workspace, the working folder first. */
export async function decide(
  policy: PermissionPolicy,
  question: PermissionQuestion,
  { roots }: { roots: readonly string[] },
): Promise<PermissionDecision> {
  if (typeof policy === 'function') return askDecider(policy, question)
  if (policy === 'allow-reads') return { answer: onlyReads(question, roots) ? 'allow' : 'deny' }
  return { answer: policy }
}

async function askDecider(
  decider: PermissionDecider,
  question: PermissionQuestion,
): Promise<PermissionDecision> {
  try {
    const answer: unknown = await decider(question)
    if (answer === 'ask' || isAnswer(answer, question.request.options)) return { answer }
    return {
      answer: 'deny',
      problem: 'The permission policy returned an answer that the request does not offer',
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { answer: 'deny', problem: `The permission policy failed: ${reason}` }
  }
}

const readingKinds: ReadonlySet<string | undefined> = new Set(['read', 'search', 'think'])

/**
 * A read is allowed only where it names what it reads, all of that is inside, and nothing else in it could be a place. A
 * command can do anything, whatever its agent calls it. Links are not followed: that is for whoever opens the file.
 */
function onlyReads(question: PermissionQuestion, roots: readonly string[]): boolean {
  const { kind, paths, command, unknownFields } = question
  if (!readingKinds.has(kind) || command !== undefined) return false
  if (paths.length === 0 || unknownFields.length > 0) return false
  const [cwd = ''] = roots
  return paths.every(
    (path) => !expands.test(path) && roots.some((root) => isInside(resolve(cwd, path), resolve(root))),
  )
}

/** A home folder or an address: only the agent knows which file that is. */
const expands = /^(?:~|[a-z][a-z0-9+.-]+:)/i
