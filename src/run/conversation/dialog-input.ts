import type { DialogContext, DialogImage } from '../../agents/command-line/dialog.ts'
import { sandboxDecision } from '../permissions/confine.ts'
import { startPolicyOf } from '../permissions/policy-hold.ts'
import type { ValidatedRun } from '../validate/validate.ts'
import type { Attachment } from '../api/options.ts'
import { needsAcpError } from '../api/run-errors.ts'
import { promptContent } from './prompt-content.ts'

/** The options that the dialog sends because the command line has no flags for them. */
export function contextOf({ options, model, definition, isSession }: ValidatedRun): DialogContext {
  const { cwd = process.cwd(), sessionId, forkSessionId, noSession } = options
  const name = model?.capabilities.cliArgValue ?? options.model
  return {
    cwd,
    approval:
      approvals[startPolicyOf(options, { definition, isSession, transport: 'cli', isLongRunning: true })],
    isConfined: sandboxDecision(options, definition, 'cli').isConfined,
    createId: () => crypto.randomUUID(),
    ...(name === undefined ? {} : { model: name }),
    ...(sessionId === undefined ? {} : { resume: sessionId }),
    ...(forkSessionId === undefined ? {} : { fork: forkSessionId }),
    ...(noSession === undefined ? {} : { noSession }),
  }
}

/** Under `allow-reads` and `deny` the agent asks only about actions that its own limits refuse. */
const approvals = { allow: 'nothing', ask: 'everything', 'allow-reads': 'refused', deny: 'refused' } as const

/** The images of a message. @throws CapstanError `TRANSPORT_UNAVAILABLE` for other attachments */
export async function imagesOf(attachments: readonly Attachment[], agent: string): Promise<DialogImage[]> {
  const content = await promptContent('', attachments, { embeds: false })
  return content.flatMap((block) => {
    if (block.type === 'image' && block.data !== undefined) {
      return [{ data: block.data, mimeType: block.mimeType }]
    }
    if (block.type === 'text') return []
    const message = `${agent} accepts only image attachments on its command line`
    throw needsAcpError(message, ', or name the file in the prompt')
  })
}
