import { useEffect, useRef, useState } from 'preact/hooks'
import type { KnownAgent } from '../api/shapes.ts'
import { noSettings } from '../state/chat-settings.ts'
import { ApprovalCards } from './approval-cards.tsx'
import { Composer } from './composer.tsx'
import { EntryView } from './entry-view.tsx'
import { Meters } from './meters.tsx'
import { SettingsBar } from './settings-bar.tsx'
import type { Chats, Turn } from './use-chats.ts'
import { useFeatures } from './use-features.ts'

/** One thread: what was said and done, what is asked, and a place to write. */
export function ChatThread({ agent, chats }: { agent: KnownAgent; chats: Chats }) {
  const { id, name, models = [] } = agent
  const thread = chats.threadOf(id)
  const { entries, status, interrupts } = thread
  const features = useFeatures(id, status)
  const [settings, setSettings] = useState(noSettings)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Whoever reads further up is left there.
    if (innerHeight + scrollY > document.body.scrollHeight - 300)
      end.current?.scrollIntoView({ block: 'end' })
  }, [thread])
  const { restore } = chats
  useEffect(() => void restore(id), [restore, id])
  const send = (turn: Turn): void => void chats.send(id, turn, settings)
  // An agent that nobody knows to think shows it by doing so.
  const showsReasoning = features.hasReasoning || entries.some(({ kind }) => kind === 'reasoning')
  return (
    <>
      <SettingsBar models={models} features={features} settings={settings} onChange={setSettings} />
      <Meters agent={id} model={settings.model} models={models} thread={thread} />
      <div class="log" role="log" aria-label={`Conversation with ${name}`} aria-busy={status === 'running'}>
        {entries.map((entry) => (
          <EntryView key={`${entry.kind}:${entry.id}`} entry={entry} showsReasoning={showsReasoning} />
        ))}
        <div ref={end} />
      </div>
      {interrupts.length > 0 && status !== 'running' && (
        <ApprovalCards
          key={interrupts.map((one) => one.id).join()}
          interrupts={interrupts}
          onAnswer={(resume) => send({ resume })}
        />
      )}
      <Composer
        modalities={features.modalities}
        status={status}
        onSend={send}
        onStop={() => chats.stop(id)}
        onRenew={() => chats.renew(id)}
      />
    </>
  )
}
