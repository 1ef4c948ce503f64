import { useState } from 'preact/hooks'

/** Starts every agent that is installed, one after the other, and shows how far it is. */
export function ProbeAll({ ids, probe }: { ids: readonly string[]; probe: (id: string) => Promise<void> }) {
  const [done, setDone] = useState<number>()
  const start = async (): Promise<void> => {
    setDone(0)
    for (const [index, id] of ids.entries()) {
      // What fails is said with the agent itself when it is probed alone.
      await probe(id).catch(() => undefined)
      setDone(index + 1)
    }
    setDone(undefined)
  }
  if (done !== undefined) {
    return (
      <label>
        Probing {done} of {ids.length} <progress max={ids.length} value={done} />
      </label>
    )
  }
  return (
    <button type="button" disabled={ids.length === 0} onClick={() => void start()}>
      Probe all installed
    </button>
  )
}
