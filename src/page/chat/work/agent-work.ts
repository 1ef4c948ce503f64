/** What a chat shows beside text: tool calls, plans, terminals, questions and queued messages. */
export { ActivityView } from './activity-view.tsx'
export { ApprovalCards } from './approval-cards.tsx'
export { QueueList } from './queue-list.tsx'
export { ToolView } from './tool-view.tsx'
