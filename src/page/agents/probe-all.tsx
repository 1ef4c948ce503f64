import { useState } from 'preact/hooks'

interface ProbeAllProps {
  readonly agents: readonly { readonly id: string; readonly name: string }[]
  readonly probe: (id: string) => Promise<void>
}

/** Probes all installed agents one by one; shows the progress and the agents that failed. */
export function ProbeAll({ agents, probe }: ProbeAllProps) {
  const [done, setDone] = useState<number>()
  const [failed, setFailed] = useState<readonly string[]>()
  const start = async (): Promise<void> => {
    setFailed(undefined)
    setDone(0)
    const without: string[] = []
    for (const [index, { id, name }] of agents.entries()) {
      // Probing the agent alone shows the error.
      await probe(id).catch(() => void without.push(name))
      setDone(index + 1)
    }
    setFailed(without)
    setDone(undefined)
  }
  if (done !== undefined) {
    return (
      <span class="quiet" role="status">
        Probing {done} of {agents.length}{' '}
        <progress aria-label="Probing all installed agents" max={agents.length} value={done} />
      </span>
    )
  }
  return (
    <>
      {failed !== undefined && (
        <span role="status" class={failed.length === 0 ? 'good' : 'bad'}>
          {failed.length === 0 ? 'All answered' : `No answer: ${failed.join(', ')}`}
        </span>
      )}
      <button type="button" disabled={agents.length === 0} onClick={() => void start()}>
        Probe all installed
      </button>
    </>
  )
}
