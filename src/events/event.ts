import type {
  ActionCompletedEvent,
  ActionDeniedEvent,
  ActionFailedEvent,
  ActionInvokedEvent,
} from './sessions/action.ts'
import type { AccessBlockedEvent } from './access.ts'
import type { AgentChangedEvent } from './agent.ts'
import type { CommandsChangedEvent } from './available-command.ts'
import type { CommandCompletedEvent, CommandFailedEvent, CommandStartedEvent } from './command.ts'
import type { CompactionDeltaEvent, CompactionUpdatedEvent } from './compaction.ts'
import type { ConfigChangedEvent, ModeChangedEvent } from './config-option.ts'
import type {
  DeliveryAcceptedEvent,
  DeliveryDeferredEvent,
  DeliveryDeliveredEvent,
  DeliveryFailedEvent,
} from './sessions/delivery.ts'
import type {
  ElicitationCompletedEvent,
  ElicitationRequestedEvent,
  ElicitationResolvedEvent,
} from './elicitation.ts'
import type { ErrorEvent } from './error.ts'
import type { FileChangedEvent } from './tools/file.ts'
import type { FinishEvent } from './finish.ts'
import type {
  MessageReceivedEvent,
  MessageRetractedEvent,
  MessageSentEvent,
  MessageUpdatedEvent,
} from './message.ts'
import type { LogEvent, NoticeEvent } from './notice.ts'
import type { PermissionRequestedEvent, PermissionResolvedEvent } from './permission.ts'
import type { PlanRemovedEvent, PlanUpdatedEvent } from './tools/plan.ts'
import type { RawEvent } from './raw.ts'
import type { SessionMessageDeltaEvent, SessionMessageUpdatedEvent } from './sessions/session-message.ts'
import type {
  SessionForkedEvent,
  SessionRecoveredEvent,
  SessionReleasedEvent,
  SessionResumedEvent,
  SessionStartedEvent,
  SessionUpdatedEvent,
} from './sessions/session.ts'
import type { StatusChangedEvent } from './sessions/status.ts'
import type { SubagentUpdatedEvent } from './subagent.ts'
import type { TerminalOutputEvent, TerminalScreenEvent, TerminalUpdatedEvent } from './tools/terminal.ts'
import type { ContentDeltaEvent, TextDeltaEvent, ThinkingDeltaEvent } from './text.ts'
import type { ToolCalledEvent, ToolInputEvent, ToolOutputEvent, ToolUpdatedEvent } from './tools/tool-call.ts'
import type { UsageUpdatedEvent } from './usage.ts'

/**
 * Every event of a run or a session, for every agent.
 *
 * `.delta` and `.output` append, `.updated` replaces the fields it gives, `.changed` replaces the whole.
 */
export type AgentEvent =
  // Messages.
  | TextDeltaEvent
  | ThinkingDeltaEvent
  | ContentDeltaEvent
  | MessageUpdatedEvent
  | MessageRetractedEvent
  | MessageReceivedEvent
  | MessageSentEvent
  | SessionMessageUpdatedEvent
  | SessionMessageDeltaEvent
  // Work.
  | ToolCalledEvent
  | ToolInputEvent
  | ToolUpdatedEvent
  | ToolOutputEvent
  | PermissionRequestedEvent
  | PermissionResolvedEvent
  | ElicitationRequestedEvent
  | ElicitationResolvedEvent
  | ElicitationCompletedEvent
  | PlanUpdatedEvent
  | PlanRemovedEvent
  | FileChangedEvent
  | CommandStartedEvent
  | CommandCompletedEvent
  | CommandFailedEvent
  | TerminalOutputEvent
  | TerminalScreenEvent
  | TerminalUpdatedEvent
  | SubagentUpdatedEvent
  | ActionInvokedEvent
  | ActionCompletedEvent
  | ActionFailedEvent
  | ActionDeniedEvent
  | AccessBlockedEvent
  // State of the session.
  | AgentChangedEvent
  | SessionStartedEvent
  | SessionResumedEvent
  | SessionRecoveredEvent
  | SessionForkedEvent
  | SessionReleasedEvent
  | SessionUpdatedEvent
  | StatusChangedEvent
  | ModeChangedEvent
  | ConfigChangedEvent
  | CommandsChangedEvent
  | UsageUpdatedEvent
  | CompactionUpdatedEvent
  | CompactionDeltaEvent
  | DeliveryAcceptedEvent
  | DeliveryDeliveredEvent
  | DeliveryDeferredEvent
  | DeliveryFailedEvent
  // Reports.
  | NoticeEvent
  | LogEvent
  | ErrorEvent
  | RawEvent
  | FinishEvent

/** The `type` of any event. */
export type AgentEventType = AgentEvent['type']

/** The event with this `type`. */
export type AgentEventOf<Type extends AgentEventType> = Extract<AgentEvent, { type: Type }>
