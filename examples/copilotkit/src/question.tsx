import type { Interrupt } from '@copilotkit/react-core/v2'

interface QuestionProps {
  interrupt: Interrupt
  onAnswer: (answer: Record<string, unknown>) => void
  onCancel: () => void
}

/** A permission request with two buttons, or a question with a field for each value that the agent asks for. */
export function Question({ interrupt, onAnswer, onCancel }: QuestionProps) {
  const { reason, message, responseSchema } = interrupt
  if (reason !== 'input_required') {
    return (
      <section className="question" aria-label="Question">
        <p>{message}</p>
        <button type="button" onClick={() => onAnswer({ approved: true })}>
          Allow
        </button>
        <button type="button" onClick={() => onAnswer({ approved: false })}>
          Deny
        </button>
      </section>
    )
  }
  const fields = Object.entries((responseSchema?.properties ?? {}) as Record<string, { title?: string }>)
  return (
    <form
      className="question"
      aria-label="Question"
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer(Object.fromEntries(new FormData(event.currentTarget)))
      }}
    >
      <p>{message}</p>
      {fields.map(([name, { title = name }]) => (
        <label key={name}>
          {title} <input name={name} required />
        </label>
      ))}
      <button type="submit">Send</button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </form>
  )
}
