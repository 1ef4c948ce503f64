import type { AgentSessionCapabilities, AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import type { CapabilityProfile } from '../../capabilities/profile.ts'
import type { SessionMessage } from '../messages/message.ts'
import type { MessageContext, MessageReceipt } from '../messages/receipt.ts'

/** A session as the scheduler sees it. */
export interface Recipient {
  readonly id: string
  readonly status: AgentStatus
  readonly safeStates: readonly AgentStatus[]
  readonly capabilities: AgentSessionCapabilities
  readonly profile: CapabilityProfile
  receiveMessage(message: SessionMessage, context: MessageContext): Promise<MessageReceipt>
}
