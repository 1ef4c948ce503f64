import { useEffect, useRef } from 'preact/hooks'
import { notify, notifyState } from '../../api/notifications.ts'
import { newQuestions, titleFor } from '../../state/panes/attention.ts'
import { agentOf } from '../../state/panes/chat-key.ts'
import { linkTo } from '../../state/place.ts'
import { showDirectionMarks } from '../../state/show-direction-marks.ts'
import type { ChatThreads } from '../chat-store.ts'

/** Marks the title while questions wait, and notifies of new ones if nobody sees the page. */
export function useAttention(threads: ChatThreads, nameOf: (agent: string) => string): void {
  const known = useRef<ReadonlySet<string>>(new Set())
  const questions = Object.entries(threads).flatMap(([key, { status, interrupts }]) =>
    status === 'asking' ? interrupts.map(({ id, message }) => ({ id, message, agent: agentOf(key) })) : [],
  )
  useEffect(() => {
    document.title = titleFor(questions.length)
    const fresh = newQuestions(questions, known.current)
    known.current = new Set([...known.current, ...fresh.map(({ id }) => id)])
    if (!document.hidden || notifyState() !== 'on') return
    for (const { id, message, agent } of fresh) {
      notify({
        title: `${nameOf(agent)} asks`,
        body: showDirectionMarks(message ?? 'Question from the agent'),
        id,
        link: linkTo({ view: 'chat', subject: agent }),
      })
    }
  })
}
