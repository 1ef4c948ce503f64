import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { isRecord } from '../../core/is-record.ts'
import type { KnownAgent } from '../api/shapes.ts'
import { type ChatFeatures, commandsIn } from '../state/chat-features.ts'
import type { ChatKey } from '../state/panes/chat-key.ts'
import { settingsIn } from '../state/shown-settings.ts'
import { emptyThread } from '../state/thread/thread-view.ts'
import { loadAgentWork } from './work/agent-work.lazy.ts'
import { Beginning } from './beginning.tsx'
import { ChangesButton } from './changes/changes-button.tsx'
import type { Said, Turn } from './chat-store.ts'
import { Composer } from './composer/composer.tsx'
import { useDraft } from './composer/use-draft.ts'
import { Folder } from './folder.ts'
import { LogView } from './log-view.tsx'
import { Meters } from './meters.tsx'
import { SettingsBar } from './settings-bar.tsx'
import type { Chats } from './use-chats.ts'
import { useLoaded } from './use-loaded.ts'
import { useExpiry } from './use-expiry.ts'
import { useFeatures } from './use-features.ts'
import { useReturn } from './use-return.ts'
import { useSettings } from './use-settings.ts'

interface ThreadProps {
  readonly agent: KnownAgent
  readonly chatKey: ChatKey
  readonly chats: Chats
  /** The agent picker. */
  readonly picker: ComponentChildren
  /** Buttons at the end of the toolbar. */
  readonly tools: ComponentChildren
}

/** One thread: its log, open questions and the composer. */
export function ChatThread({ agent, chatKey, chats: { store, threads }, picker, tools }: ThreadProps) {
  const { id, name, models = [] } = agent
  const thread = threads[chatKey] ?? emptyThread
  const { entries, status, interrupts, queue, state } = thread
  const features = useFeatures(id, status)
  const hasWork =
    interrupts.length > 0 ||
    queue.length > 0 ||
    entries.some(({ kind }) => kind === 'tool' || kind === 'activity')
  const { module: work, hasFailed } = useLoaded(loadAgentWork, hasWork)
  const [settings, setSettings] = useSettings(status)
  const draft = useDraft(store.threadIdOf(chatKey) ?? `new:${chatKey}`)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => void store.restore(chatKey), [store, chatKey])
  useExpiry(interrupts, () => void store.expire(chatKey))
  useReturn(() => void store.catchUp(chatKey))
  const send = (turn: Turn): void => void store.send(chatKey, turn, settings)
  const write = (said: Said): void => {
    draft.add(said)
    box.current?.focus()
  }
  const renew = (): void => {
    store.open(chatKey, undefined)
    box.current?.focus()
  }
  const model = settingsIn(state).model ?? settings.model
  return (
    <Folder.Provider value={features.folder}>
      <div class="toolbar">
        {picker}
        <SettingsBar
          models={models}
          features={features}
          state={state}
          settings={settings}
          onChange={setSettings}
        />
        <Meters agent={id} model={model} models={models} thread={thread} />
        <div class="chat-tools">
          <ChangesButton entries={entries} />
          {tools}
        </div>
      </div>
      <LogView name={name} thread={thread} features={features} work={work} onEdit={write} onRetry={send}>
        <Beginning agent={agent} features={features} onPick={(text) => write({ text, parts: [] })} />
      </LogView>
      <div class="column dock">
        {hasFailed && <LoadFailure />}
        {work !== undefined && interrupts.length > 0 && status !== 'running' && (
          <work.ApprovalCards
            key={interrupts.map((one) => one.id).join()}
            interrupts={interrupts}
            onAnswer={(resume) => send({ resume })}
          />
        )}
        {work !== undefined && queue.length > 0 && (
          <work.QueueList
            queue={queue}
            onEdit={(message, text) => store.editQueued(chatKey, message, text)}
            onRemove={(message) => store.removeQueued(chatKey, message)}
          />
        )}
        <Composer
          name={name}
          modalities={features.modalities}
          commands={commandsOf(state, features)}
          status={status}
          draft={draft}
          box={box}
          onSend={send}
          onStop={() => store.stop(chatKey)}
          onRenew={entries.length === 0 ? undefined : renew}
        />
      </div>
    </Folder.Provider>
  )
}

function LoadFailure() {
  return (
    <p role="alert" class="error">
      A part of the page could not be loaded. Reload the page.
    </p>
  )
}

/** The commands of the session; before it opens, those of the agent's last session. */
function commandsOf(state: unknown, { commands }: ChatFeatures): ChatFeatures['commands'] {
  const session = isRecord(state) && isRecord(state['session']) ? state['session'] : {}
  const own = commandsIn(session['commands'])
  return own.length > 0 ? own : commands
}
