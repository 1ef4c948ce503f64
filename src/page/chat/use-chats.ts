import { useCallback, useRef, useState } from 'preact/hooks'
import type { AgUiEvent } from '../../gateway/ag-ui/events.ts'
import type { ResumeEntry } from '../../gateway/ag-ui/input.ts'
import { keepThread, keptThread } from '../api/kept-threads.ts'
import { newId } from '../api/new-id.ts'
import { wordsOf } from '../api/request.ts'
import { returnTo, runAgent, stopRun } from '../api/run-agent.ts'
import { type ChatSettings, noSettings, runInputOf } from '../state/chat-settings.ts'
import type { AttachedPart } from '../state/thread/thread-entry.ts'
import { begun, broken, emptyThread, taken, type ThreadView } from '../state/thread/thread-view.ts'

/** What goes to the agent next: something said, or the answers to its questions. */
export type Turn = { text: string; parts: readonly AttachedPart[] } | { resume: ResumeEntry[] }

export interface Chats {
  readonly threadOf: (agent: string) => ThreadView
  readonly send: (agent: string, turn: Turn, settings: ChatSettings) => Promise<void>
  /** Comes back to the thread that this tab was in. */
  readonly restore: (agent: string) => Promise<void>
  readonly stop: (agent: string) => void
  /** Begins another thread; what is under way in the one before is stopped. */
  readonly renew: (agent: string) => void
}

interface Connection {
  readonly threadId: string
  readonly leaving: AbortController
}

/** A thread with each agent; all go on while another is looked at. */
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

  /** Takes the events of a thread until they end, or until another thread was begun. */
  const take = useCallback(
    async (
      agent: string,
      threadId: string,
      streamOf: (signal: AbortSignal) => AsyncIterable<AgUiEvent[]>,
    ) => {
      const leaving = new AbortController()
      connections.current.set(agent, { threadId, leaving })
      keepThread(agent, threadId)
      const isOurs = (): boolean => connections.current.get(agent)?.threadId === threadId
      try {
        for await (const events of streamOf(leaving.signal)) {
          if (isOurs()) change(agent, (before) => events.reduce(taken, before))
        }
      } catch (error) {
        const problem = { id: newId('error'), message: wordsOf(error) }
        if (isOurs()) change(agent, (before) => broken(before, problem))
      }
    },
    [change],
  )

  const send = useCallback(
    async (agent: string, turn: Turn, settings: ChatSettings) => {
      const threadId = connections.current.get(agent)?.threadId ?? newId('thread')
      const thread = change(agent, (before) =>
        begun(before, 'resume' in turn ? undefined : { kind: 'user', id: newId('message'), ...turn }),
      )
      const resume = 'resume' in turn ? { resume: turn.resume } : {}
      const input = runInputOf(thread, { threadId, runId: newId('run'), ...resume }, settings)
      await take(agent, threadId, (signal) => runAgent(agent, input, signal))
    },
    [change, take],
  )

  const restore = useCallback(
    async (agent: string) => {
      const threadId = keptThread(agent)
      if (threadId === undefined || connections.current.has(agent)) return
      const thread = change(agent, (before) => begun(before))
      const input = runInputOf(thread, { threadId, runId: newId('run') }, noSettings)
      await take(agent, threadId, (signal) => returnTo(agent, input, signal))
    },
    [change, take],
  )

  const stop = useCallback((agent: string) => {
    const connection = connections.current.get(agent)
    if (connection === undefined) return
    // The gateway ends the run with a word of its own; leaving is for when it cannot be asked.
    stopRun(agent, connection.threadId).catch(() => connection.leaving.abort())
  }, [])

  const renew = useCallback(
    (agent: string) => {
      stop(agent)
      connections.current.delete(agent)
      keepThread(agent, undefined)
      change(agent, () => emptyThread)
    },
    [change, stop],
  )

  const threadOf = (agent: string): ThreadView => threads[agent] ?? emptyThread
  return { threadOf, send, restore, stop, renew }
}
