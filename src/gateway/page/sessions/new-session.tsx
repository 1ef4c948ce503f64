import { useState } from 'preact/hooks'
import type { SessionReport } from '../../../sessions/wire/wire-methods.ts'
import { postJson } from '../api/request.ts'
import type { KnownAgent } from '../api/shapes.ts'
import { linkTo } from '../state/place.ts'
import { useTask } from './use-task.ts'

const permissions = ['allow-reads', 'allow', 'deny'] as const

/** Opens a session with an agent. */
export function NewSession({
  agents,
  onOpened,
}: {
  agents: readonly KnownAgent[]
  onOpened: () => Promise<void>
}) {
  const installed = agents.filter(({ installed: isHere }) => isHere)
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
      class="bar"
      aria-label="New session"
      onSubmit={(event) => {
        event.preventDefault()
        run(open)
      }}
    >
      <label>
        Agent{' '}
        <select value={agent ?? ''} onChange={(event) => setAgent(event.currentTarget.value)}>
          {installed.map(({ id, name: title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        Name <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <label>
        May do{' '}
        <select value={permission} onChange={(event) => setPermission(event.currentTarget.value)}>
          {permissions.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <button type="submit" disabled={isBusy || agent === undefined}>
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
