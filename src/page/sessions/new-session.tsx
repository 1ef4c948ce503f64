import { useState } from 'preact/hooks'
import type { SessionReport } from '../../sessions/wire/wire-methods.ts'
import { postJson } from '../api/request.ts'
import type { KnownAgent } from '../api/shapes.ts'
import { Picker } from '../picker.tsx'
import { linkTo } from '../state/place.ts'
import { useTask } from './use-task.ts'

const permissions = [
  ['allow-reads', 'read only'],
  ['allow', 'everything'],
  ['deny', 'nothing'],
] as const

export function NewSession({
  agents,
  onOpened,
}: {
  agents: readonly KnownAgent[]
  onOpened: () => Promise<void>
}) {
  const installed = agents.filter(({ isInstalled }) => isInstalled)
  const [chosen, setAgent] = useState<string>()
  const [name, setName] = useState('')
  const [permission, setPermission] = useState<string>('allow-reads')
  const { isBusy, error, run } = useTask()
  const agent = chosen ?? installed[0]?.id
  const open = async (): Promise<void> => {
    const given = { agent, permissions: permission, ...(name.trim() === '' ? {} : { name: name.trim() }) }
    const { identity } = await postJson<SessionReport>('/api/sessions', given)
    setName('')
    await onOpened()
    location.hash = linkTo({ view: 'sessions', subject: identity.id })
  }
  return (
    <form
      class="toolbar card"
      aria-label="New session"
      onSubmit={(event) => {
        event.preventDefault()
        run(open)
      }}
    >
      <Picker
        label="Agent"
        value={agent ?? ''}
        options={installed.map(({ id, name: title }) => [id, title])}
        onPick={setAgent}
      />
      <label class="picker">
        <span>Name</span>
        <input value={name} placeholder="optional" onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <Picker label="Permissions" value={permission} options={permissions} onPick={setPermission} />
      <button type="submit" class="primary" disabled={isBusy || agent === undefined}>
        {isBusy ? 'Opening…' : 'Open a session'}
      </button>
      {error !== undefined && (
        <span role="alert" class="error">
          {error}
        </span>
      )}
    </form>
  )
}
