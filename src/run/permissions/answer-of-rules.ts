import type { PermissionQuestion, PermissionRules } from '../api/permission-policy.ts'
import { patternsOf } from '../api/permission-rules.ts'
import { type CallGrant, closed, ruleGrant } from './call-grant.ts'
import { areInside, rulePath } from './rule-paths.ts'
import { allowsCommand, fitsTool, refusesCommand, simpleCommand } from './simple-command.ts'

/** The answer of a rule; `grant` is what the sandbox opens for an allowed call. */
export type RuleAnswer = { readonly answer: 'allow'; readonly grant: CallGrant } | { readonly answer: 'deny' }

/** The answer of the rules for commands, tools and changes; undefined leaves the question to the policy. */
export function answerOfRules(
  { write = [], ...rules }: Omit<PermissionRules, 'policy'>,
  question: PermissionQuestion,
  roots: readonly string[],
): RuleAnswer | undefined {
  const [commands, tools] = [patternsOf(rules.commands), patternsOf(rules.tools)]
  const { command, tool } = question
  const isRefused =
    (command !== undefined && commands.deny.some((pattern) => refusesCommand(pattern, command))) ||
    (tool !== undefined && tools.deny.some((pattern) => fitsTool(pattern, tool)))
  if (isRefused) return { answer: 'deny' }
  // A line that is not simple could hide a refused command, and so could a field of unknown meaning.
  const isSimple = command === undefined ? question.kind !== 'execute' : simpleCommand(command) !== undefined
  const isClear = commands.deny.length === 0 || isSimple
  const isAllowed =
    (isClear && tool !== undefined && tools.allow.some((pattern) => fitsTool(pattern, tool))) ||
    (command !== undefined &&
      question.unknownFields.every((field) => plainFields.test(field)) &&
      areInside(question.paths, roots) &&
      commands.allow.some((pattern) => allowsCommand(pattern, command)))
  if (isAllowed) return { answer: 'allow', grant: ruleGrant(question) }
  // These folders are writable without the rest of the workspace.
  const [cwd = ''] = roots
  const folders = write.map((path) => rulePath(path, cwd))
  return changesOnly(question, folders, cwd) ? { answer: 'allow', grant: closed } : undefined
}

/** Fields beside a command that do not change what it runs. */
const plainFields = /^(?:name|type|title|label|status|source|justification|timeout\w*|\w*_?id|\w+Id)$/i

/** Fields beside a path with the text of a change. */
const textFields =
  /^(?:contents?|text|type|old_?(?:string|str|text)?|new_?(?:string|str|text)?|diff|unified_?diff|edits)$/i

const changingKinds: ReadonlySet<string | undefined> = new Set(['edit', 'delete', 'move'])

/** Whether a request changes known files, all of them in the folders, and nothing else. */
function changesOnly(
  { kind, command, paths, unknownFields }: PermissionQuestion,
  folders: readonly string[],
  cwd: string,
): boolean {
  if (!changingKinds.has(kind) || command !== undefined || paths.length === 0) return false
  if (!unknownFields.every((field) => textFields.test(field))) return false
  return areInside(paths, folders, cwd)
}
