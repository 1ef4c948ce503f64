import type { DialogContext } from '../../agents/command-line/dialog.ts'
import { startPolicyOf } from '../permissions/policy-hold.ts'
import type { ValidatedRun } from '../validate/validate.ts'

/** The options that the dialog sends because the command line has no flags for them. */
export function contextOf({ options, model, definition, isSession }: ValidatedRun): DialogContext {
  const { cwd = process.cwd(), sessionId, forkSessionId, noSession } = options
  const name = model?.capabilities.cliArgValue ?? options.model
  return {
    cwd,
    approval:
      approvals[startPolicyOf(options, { definition, isSession, transport: 'cli', isLongRunning: true })],
    createId: () => crypto.randomUUID(),
    ...(name === undefined ? {} : { model: name }),
    ...(sessionId === undefined ? {} : { resume: sessionId }),
    ...(forkSessionId === undefined ? {} : { fork: forkSessionId }),
    ...(noSession === undefined ? {} : { noSession }),
  }
}

/** Under `allow-reads` and `deny` the agent asks only about actions that its own limits refuse. */
const approvals = { allow: 'nothing', ask: 'everything', 'allow-reads': 'refused', deny: 'refused' } as const
