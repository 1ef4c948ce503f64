import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { ChatFeatures } from '../state/chat-features.ts'
import { askedCalls } from '../state/subject.ts'
import type { UserEntry } from '../state/thread/thread-entry.ts'
import type { ThreadView } from '../state/thread/thread-view.ts'
import type { AgentWork } from './work/agent-work.lazy.ts'
import { EntryView } from './entry-view.tsx'
import { useFollowing } from './use-following.ts'

interface LogProps {
  /** Name of the agent. */
  readonly name: string
  readonly thread: ThreadView
  readonly features: ChatFeatures
  readonly work: AgentWork | undefined
  readonly onEdit: (said: UserEntry) => void
  readonly onRetry: (said: UserEntry) => void
  /** Shown while the thread is empty. */
  readonly children: ComponentChildren
}

/** The conversation of a thread. */
export function LogView({ name, thread, features, work, onEdit, onRetry, children }: LogProps) {
  const { entries, status, interrupts } = thread
  const log = useFollowing(thread)
  const isRunning = status === 'running'
  // The questions of a run that continues are answered.
  const asked = useMemo(() => askedCalls(isRunning ? [] : interrupts), [isRunning, interrupts])
  // Reasoning that arrives is shown even if the agent does not declare it.
  const showsReasoning = features.hasReasoning || entries.some(({ kind }) => kind === 'reasoning')
  return (
    <div
      ref={log}
      class="log"
      role="log"
      tabIndex={0}
      aria-label={`Conversation with ${name}`}
      aria-busy={isRunning}
    >
      <div class="column">
        {entries.length === 0 && !isRunning && children}
        {entries.map((entry) => (
          <EntryView
            key={`${entry.kind}:${entry.id}`}
            entry={entry}
            showsReasoning={showsReasoning}
            asked={asked.get(entry.id)}
            work={work}
            onEdit={onEdit}
            onRetry={status === 'asking' ? undefined : onRetry}
          />
        ))}
        {isRunning && (
          <p class="entry busy">
            <span class="dots" aria-hidden="true" />
            Working
          </p>
        )}
      </div>
    </div>
  )
}
