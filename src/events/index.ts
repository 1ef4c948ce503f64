export type { AccessBlockedEvent } from './access.ts'
export type {
  ActionCompletedEvent,
  ActionDeniedEvent,
  ActionFailedEvent,
  ActionInvokedEvent,
} from './sessions/action.ts'
export type { AgentChangedEvent, AgentChangeReason } from './agent.ts'
export type {
  AvailableCommand,
  CommandInput,
  CommandsChangedEvent,
  SlashCommand,
  TextCommandInput,
  UnknownCommand,
} from './available-command.ts'
export type { CommandCompletedEvent, CommandFailedEvent, CommandStartedEvent } from './command.ts'
export type { CompactionDeltaEvent, CompactionUpdatedEvent } from './compaction.ts'
export type {
  BooleanOption,
  ConfigChangedEvent,
  ConfigOption,
  ConfigValue,
  ConfigValueGroup,
  ModeChangedEvent,
  SelectOption,
  UnknownOption,
} from './config-option.ts'
export type {
  Annotations,
  AudioContent,
  BlobResource,
  ContentBlock,
  Icon,
  ImageContent,
  ResourceContent,
  ResourceLinkContent,
  TextContent,
  TextResource,
} from './content.ts'
export type { Control, Controls } from './sessions/controls.ts'
export type {
  DeliveryAcceptedEvent,
  DeliveryDeferredEvent,
  DeliveryDeliveredEvent,
  DeliveryFailedEvent,
} from './sessions/delivery.ts'
export type { Diff, FileChange, KnownFileChange, Patch, UnknownFileChange } from './tools/diff.ts'
export type {
  ElicitationCompletedEvent,
  ElicitationOutcome,
  ElicitationRequestedEvent,
  ElicitationResolvedEvent,
} from './elicitation.ts'
export type { ErrorDetail, ErrorEvent } from './error.ts'
export type { EventBase, Extensible, Meta } from './event-base.ts'
export { eventTypes } from './event-types.ts'
export type { AgentEvent, AgentEventOf, AgentEventType } from './event.ts'
export type { FileChangedEvent } from './tools/file.ts'
export type { FinishEvent, StopReason } from './finish.ts'
export type {
  MessageReceivedEvent,
  MessageRetractedEvent,
  MessageSentEvent,
  MessageUpdatedEvent,
} from './message.ts'
export type { LogEvent, NoticeEvent } from './notice.ts'
export type { OpenValue } from './open-value.ts'
export type {
  CommandSubject,
  PermissionOption,
  PermissionOutcome,
  PermissionRequestedEvent,
  PermissionResolvedEvent,
  PermissionSubject,
  ToolCallSubject,
} from './permission.ts'
export type {
  Plan,
  PlanEntry,
  PlanFile,
  PlanItems,
  PlanMarkdown,
  PlanRemovedEvent,
  PlanUpdatedEvent,
  UnknownPlan,
} from './tools/plan.ts'
export type { RawEvent } from './raw.ts'
export type { SessionMessageDeltaEvent, SessionMessageUpdatedEvent } from './sessions/session-message.ts'
export type {
  SessionForkedEvent,
  SessionRecoveredEvent,
  SessionReleasedEvent,
  SessionResumedEvent,
  SessionStartedEvent,
  SessionUpdatedEvent,
} from './sessions/session.ts'
export type {
  AgentActivity,
  AgentStatus,
  BackgroundWork,
  CustomState,
  StatusChangedEvent,
} from './sessions/status.ts'
export type { SubagentState, SubagentUpdatedEvent } from './subagent.ts'
export type {
  TerminalExitStatus,
  TerminalOutput,
  TerminalOutputEvent,
  TerminalScreenEvent,
  TerminalSize,
  TerminalUpdatedEvent,
} from './tools/terminal.ts'
export type { ContentDeltaEvent, Role, TextDeltaEvent, ThinkingDeltaEvent } from './text.ts'
export type {
  ToolCallPatch,
  ToolCalledEvent,
  ToolInputEvent,
  ToolKind,
  ToolLocation,
  ToolOutputEvent,
  ToolStatus,
  ToolUpdatedEvent,
} from './tools/tool-call.ts'
export type { ToolBlock, ToolContent, ToolTerminal } from './tools/tool-content.ts'
export { isToolResult, type ToolResultEvent } from './tools/tool-result.ts'
export type { UnknownPart } from './unknown-part.ts'
export type { ContextUsage, Cost, RunUsage, TokenUsage, UsageUpdatedEvent } from './usage.ts'
