import { useCallback, useRef, useState } from 'preact/hooks'
import type { AgUiEvent } from '../../gateway/ag-ui/events.ts'
import type { ResumeEntry } from '../../gateway/ag-ui/input.ts'
import { saveThread, savedThread } from '../api/saved-threads.ts'
import { newId } from '../api/new-id.ts'
import { errorText } from '../api/request.ts'
import { returnTo, runAgent, stopRun } from '../api/run-agent.ts'
import { type ChatSettings, noSettings, runInputOf } from '../state/chat-settings.ts'
import type { AttachedPart } from '../state/thread/thread-entry.ts'
import {
  withTurnStarted,
  withFailure,
  emptyThread,
  applyEvent,
  type ThreadView,
} from '../state/thread/thread-view.ts'

/** The user's next input: a message, or answers to the agent's questions. */
export type Turn = { text: string; parts: readonly AttachedPart[] } | { resume: ResumeEntry[] }

export interface Chats {
  readonly threadOf: (agent: string) => ThreadView
  readonly send: (agent: string, turn: Turn, settings: ChatSettings) => Promise<void>
  /** Reconnects to the saved thread of this tab. */
  readonly restore: (agent: string) => Promise<void>
  /** Shows another thread with an agent, or a new one; the run of the previous one goes on. */
  readonly open: (agent: string, threadId: string | undefined) => void
  /** The thread on the page; undefined before the first message. */
  readonly threadIdOf: (agent: string) => string | undefined
  readonly stop: (agent: string) => void
  /** Starts a new thread and stops the run of the previous one. */
  readonly renew: (agent: string) => void
}

interface Connection {
  readonly threadId: string
  readonly leaving: AbortController
}

/** One thread per agent; threads that are not shown keep running. */
export function useChats(): Chats {
  const [threads, setThreads] = useState<Readonly<Record<string, ThreadView>>>({})
  const latest = useRef(threads)
  const connections = useRef(new Map<string, Connection>())

  const change = useCallback((agent: string, next: (thread: ThreadView) => ThreadView): ThreadView => {
    const thread = next(latest.current[agent] ?? emptyThread)
    latest.current = { ...latest.current, [agent]: thread }
    setThreads(latest.current)
    return thread
  }, [])

  /** Applies the events of a thread until the stream ends or a new thread starts. */
  const follow = useCallback(
    async (
      agent: string,
      threadId: string,
      streamOf: (signal: AbortSignal) => AsyncIterable<AgUiEvent[]>,
    ) => {
      const leaving = new AbortController()
      connections.current.set(agent, { threadId, leaving })
      saveThread(agent, threadId)
      const isOurs = (): boolean => connections.current.get(agent)?.threadId === threadId
      try {
        for await (const events of streamOf(leaving.signal)) {
          if (isOurs()) change(agent, (before) => events.reduce(applyEvent, before))
        }
      } catch (error) {
        const problem = { id: newId('error'), message: errorText(error) }
        if (isOurs()) change(agent, (before) => withFailure(before, problem))
      }
    },
    [change],
  )

  const send = useCallback(
    async (agent: string, turn: Turn, settings: ChatSettings) => {
      const threadId = connections.current.get(agent)?.threadId ?? newId('thread')
      const thread = change(agent, (before) =>
        withTurnStarted(
          before,
          'resume' in turn ? undefined : { kind: 'user', id: newId('message'), ...turn },
        ),
      )
      const resume = 'resume' in turn ? { resume: turn.resume } : {}
      const input = runInputOf(thread, { threadId, runId: newId('run'), ...resume }, settings)
      await follow(agent, threadId, (signal) => runAgent(agent, input, signal))
    },
    [change, follow],
  )

  const restore = useCallback(
    async (agent: string) => {
      const threadId = savedThread(agent)
      if (threadId === undefined || connections.current.has(agent)) return
      const thread = change(agent, (before) => withTurnStarted(before))
      const input = runInputOf(thread, { threadId, runId: newId('run') }, noSettings)
      await follow(agent, threadId, (signal) => returnTo(agent, input, signal))
    },
    [change, follow],
  )

  const open = useCallback(
    (agent: string, threadId: string | undefined) => {
      const connection = connections.current.get(agent)
      if (threadId !== undefined && connection?.threadId === threadId) return
      connections.current.delete(agent)
      connection?.leaving.abort()
      saveThread(agent, threadId)
      change(agent, () => emptyThread)
      void restore(agent)
    },
    [change, restore],
  )

  const stop = useCallback((agent: string) => {
    const connection = connections.current.get(agent)
    if (connection === undefined) return
    // The gateway ends the stream with a terminal event; disconnect only if it cannot be reached.
    stopRun(agent, connection.threadId).catch(() => connection.leaving.abort())
  }, [])

  const renew = useCallback(
    (agent: string) => {
      stop(agent)
      connections.current.delete(agent)
      saveThread(agent, undefined)
      change(agent, () => emptyThread)
    },
    [change, stop],
  )

  const threadOf = (agent: string): ThreadView => threads[agent] ?? emptyThread
  const threadIdOf = (agent: string): string | undefined => connections.current.get(agent)?.threadId
  return { threadOf, threadIdOf, send, restore, open, stop, renew }
}
