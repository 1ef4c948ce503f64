import { answerOfRules } from './answer-of-rules.ts'
import { type CallGrant, closed } from './call-grant.ts'
import { isAnswer } from './permission-outcome.ts'
import { areInside, rulePath } from './rule-paths.ts'
import type { PermissionDecider, PermissionPolicy, PermissionQuestion } from '../api/permission-policy.ts'
import { basicPolicy, rulesOf } from '../api/permission-rules.ts'
import type { PermissionAnswer } from '../api/run.ts'

/** The decision of a policy. */
export interface PermissionDecision {
  readonly answer: PermissionAnswer | 'ask'
  /** Why the result of a policy function was not used, for a warning; the answer is `deny` then. */
  readonly problem?: string
  /** What the sandbox opens for an allowed call; without it, whatever the question shows. */
  readonly grant?: CallGrant
}

/** Applies the rules, then the policy. `roots` are the folders of the workspace, the working folder first. */
export async function decide(
  permissions: PermissionPolicy,
  question: PermissionQuestion,
  { roots }: { roots: readonly string[] },
): Promise<PermissionDecision> {
  const [policy, rules] = [basicPolicy(permissions), rulesOf(permissions)]
  const [cwd = ''] = roots
  const answer = policy === 'allow' || policy === 'deny' ? undefined : answerOfRules(rules, question, roots)
  if (answer !== undefined) return answer
  if (typeof policy === 'function') return askDecider(policy, question)
  if (policy === 'allow-reads') {
    const places = [...(rules.read ?? []), ...(rules.write ?? [])].map((path) => rulePath(path, cwd))
    return onlyReads(question, [...roots, ...places])
      ? { answer: 'allow', grant: closed }
      : { answer: 'deny' }
  }
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

/** The kinds of tool calls that change nothing. */
export const readingKinds: ReadonlySet<string | undefined> = new Set(['read', 'search', 'think'])

/**
 * Whether a request is a read with known paths, all inside the workspace, and no other field that could be a path.
 * Commands are never reads, whatever kind the agent reports.
 */
function onlyReads(question: PermissionQuestion, roots: readonly string[]): boolean {
  const { kind, paths, command, unknownFields } = question
  if (!readingKinds.has(kind) || command !== undefined) return false
  return paths.length > 0 && unknownFields.length === 0 && areInside(paths, roots)
}
