import { useEffect, useState } from 'preact/hooks'
import { errorText } from '../api/request.ts'
import { Icon } from '../icon.tsx'

interface Outcome {
  readonly isGood: boolean
  readonly text: string
}

/** Probes an agent and shows the elapsed time and the outcome. */
export function ProbeButton({ name, probe }: { name: string; probe: () => Promise<void> }) {
  const [seconds, setSeconds] = useState<number>()
  const [outcome, setOutcome] = useState<Outcome>()
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
      setOutcome({ isGood: true, text: 'probed' })
    } catch (error) {
      setOutcome({ isGood: false, text: errorText(error) })
    } finally {
      setSeconds(undefined)
    }
  }
  return (
    <span class="probe">
      {isRunning ? (
        <span role="status">
          <progress aria-label={`Probing ${name}`} /> {seconds} s
        </span>
      ) : (
        <button type="button" class="small" aria-label={`Probe ${name}`} onClick={() => void start()}>
          Probe
        </button>
      )}
      {outcome !== undefined && (
        <span class={outcome.isGood ? 'outcome good' : 'outcome bad'} role="status" title={outcome.text}>
          <Icon name={outcome.isGood ? 'yes' : 'no'} />
          {outcome.text}
        </span>
      )}
    </span>
  )
}
