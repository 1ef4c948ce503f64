import { useEffect, useState } from 'preact/hooks'
import { wordsOf } from '../api/request.ts'

/** Starts an agent and asks it what it can do; tells how long that takes and what came of it. */
export function ProbeButton({ name, probe }: { name: string; probe: () => Promise<void> }) {
  const [seconds, setSeconds] = useState<number>()
  const [outcome, setOutcome] = useState<string>()
  const isRunning = seconds !== undefined
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setSeconds((before = 0) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  const start = async (): Promise<void> => {
    setOutcome(undefined)
    setSeconds(0)
    try {
      await probe()
      setOutcome('✓ probed')
    } catch (error) {
      setOutcome(`✕ ${wordsOf(error)}`)
    } finally {
      setSeconds(undefined)
    }
  }
  return (
    <>
      {isRunning ? (
        <span role="status">
          <progress aria-label={`Probing ${name}`} /> {seconds} s
        </span>
      ) : (
        <button type="button" aria-label={`Probe ${name}`} onClick={() => void start()}>
          Probe
        </button>
      )}
      {outcome !== undefined && (
        <span class="outcome" role="status">
          {outcome}
        </span>
      )}
    </>
  )
}
