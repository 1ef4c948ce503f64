import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { KnownAgent } from '../api/shapes.ts'
import { SetupAction } from '../setup/setup-action.tsx'
import { settingsIn } from '../state/shown-settings.ts'
import { callsShownBy } from '../state/subject.ts'
import { ApprovalCards } from './approval-cards.tsx'
import { Composer } from './composer.tsx'
import { EntryView } from './entry-view.tsx'
import { Folder } from './folder.ts'
import { Meters } from './meters.tsx'
import { SettingsBar } from './settings-bar.tsx'
import type { Chats, Turn } from './use-chats.ts'
import { useFeatures } from './use-features.ts'
import { useFollowing } from './use-following.ts'
import { useSettings } from './use-settings.ts'

interface ThreadProps {
  readonly agent: KnownAgent
  readonly chats: Chats
  /** The agent picker. */
  readonly picker: ComponentChildren
}

/** One thread: its log, open questions and the composer. */
export function ChatThread({ agent, chats, picker }: ThreadProps) {
  const { id, name, models = [] } = agent
  const thread = chats.threadOf(id)
  const { entries, status, interrupts } = thread
  const features = useFeatures(id, status)
  const [settings, setSettings] = useSettings(status)
  const log = useFollowing(thread)
  const { restore } = chats
  useEffect(() => void restore(id), [restore, id])
  const asked = useMemo(() => callsShownBy(interrupts), [interrupts])
  const send = (turn: Turn): void => void chats.send(id, turn, settings)
  // Reasoning that arrives is shown even if the agent does not declare it.
  const showsReasoning = features.hasReasoning || entries.some(({ kind }) => kind === 'reasoning')
  const isAsking = interrupts.length > 0 && status !== 'running'
  return (
    <Folder.Provider value={features.folder}>
      <div class="toolbar">
        {picker}
        <SettingsBar
          models={models}
          features={features}
          state={thread.state}
          settings={settings}
          onChange={setSettings}
        />
        <Meters
          agent={id}
          model={settingsIn(thread.state).model ?? settings.model}
          models={models}
          thread={thread}
        />
      </div>
      <div
        ref={log}
        class="log"
        role="log"
        tabIndex={0}
        aria-label={`Conversation with ${name}`}
        aria-busy={status === 'running'}
      >
        <div class="column">
          {entries.length === 0 && status !== 'running' && (
            <Beginning agent={agent} folder={features.folder} />
          )}
          {entries.map((entry) => (
            <EntryView
              key={`${entry.kind}:${entry.id}`}
              entry={entry}
              showsReasoning={showsReasoning}
              isAsked={asked.has(entry.id)}
            />
          ))}
          {status === 'running' && (
            <p class="entry busy">
              <span class="dots" aria-hidden="true" />
              Working
            </p>
          )}
        </div>
      </div>
      <div class="column dock">
        {isAsking && (
          <ApprovalCards
            key={interrupts.map((one) => one.id).join()}
            interrupts={interrupts}
            onAnswer={(resume) => send({ resume })}
          />
        )}
        <Composer
          name={name}
          draft={chats.threadIdOf(id) ?? `new:${id}`}
          modalities={features.modalities}
          status={status}
          onSend={send}
          onStop={() => chats.stop(id)}
          onRenew={entries.length === 0 ? undefined : () => chats.renew(id)}
        />
      </div>
    </Folder.Provider>
  )
}

interface BeginningProps {
  readonly agent: KnownAgent
  readonly folder: string | undefined
}

function Beginning({ agent: { id, name, isInstalled }, folder }: BeginningProps) {
  return (
    <div class="empty">
      <h3>{name}</h3>
      {isInstalled ? (
        <p>
          Send a message to start. The agent works in{' '}
          {folder === undefined ? "the gateway's working folder" : <code>{folder}</code>}.
        </p>
      ) : (
        <p>
          {name} is not installed. <SetupAction type="install" agent={id} />
        </p>
      )}
    </div>
  )
}
