import { useEffect, useRef, useState } from 'preact/hooks'
import type { Interrupt } from '../../../gateway/ag-ui/events.ts'
import type { ResumeEntry } from '../../../gateway/ag-ui/input.ts'
import { Icon } from '../../icon.tsx'
import { choicesOf, fieldsOf, isExpired, resumeOf } from '../../state/answers.ts'
import { showDirectionMarks } from '../../state/show-direction-marks.ts'
import { AnswerForm } from './answer-form.tsx'
import { SubjectView } from './subject-view.tsx'

type Answer = Omit<ResumeEntry, 'interruptId'>

interface CardsProps {
  readonly interrupts: readonly Interrupt[]
  /** Called once, with an answer to every question. */
  readonly onAnswer: (resume: ResumeEntry[]) => void
}

/** The agent's open questions. AG-UI resumes all interrupts of a run at once, so the answers are sent together. */
export function ApprovalCards({ interrupts, onAnswer }: CardsProps) {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({})
  const answer = (id: string, given: Answer): void => {
    const all = { ...answers, [id]: given }
    setAnswers(all)
    const resume = resumeOf(interrupts, all)
    if (resume !== undefined) onAnswer(resume)
  }
  const questions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Focus the card of the question, not a button that a stray key would press.
    const { activeElement, body } = document
    const box = activeElement instanceof HTMLTextAreaElement ? activeElement : undefined
    // A text that the user is writing keeps the focus: its next key must not answer the question.
    if (box !== undefined && box.value !== '') return
    const wasWriting = activeElement === body || activeElement?.closest('.composer') !== null
    if (wasWriting) questions.current?.querySelector<HTMLElement>('.card')?.focus()
  }, [])
  return (
    <div ref={questions} role="alert" aria-label="Questions from the agent" class="questions">
      {interrupts.map((interrupt) => (
        <ApprovalCard
          key={interrupt.id}
          interrupt={interrupt}
          isAnswered={Object.hasOwn(answers, interrupt.id)}
          onAnswer={(given) => answer(interrupt.id, given)}
        />
      ))}
    </div>
  )
}

interface CardProps {
  readonly interrupt: Interrupt
  readonly isAnswered: boolean
  readonly onAnswer: (answer: Answer) => void
}

function ApprovalCard({ interrupt, isAnswered, onAnswer }: CardProps) {
  const { id, message, expiresAt } = interrupt
  const isLate = isExpired(interrupt, Date.now())
  const fields = fieldsOf(interrupt)
  const [shown] = useState(Date.now)
  const resolve = (payload: unknown): void => onAnswer({ status: 'resolved', payload })
  return (
    <section class="card" tabIndex={-1} aria-labelledby={`ask-${id}`} data-shown={shown}>
      <h3 id={`ask-${id}`}>
        <Icon name="alert" /> {showDirectionMarks(message ?? 'Question from the agent')}
      </h3>
      <div class="subject">
        <SubjectView interrupt={interrupt} />
      </div>
      {isLate && <p class="error">This question has expired. You can only dismiss it.</p>}
      {!isLate && fields.length > 0 && (
        <AnswerForm fields={fields} isDisabled={isAnswered} onAnswer={resolve} />
      )}
      <div class="bar">
        {!isLate &&
          choicesOf(interrupt).map(({ label, isConsent, payload }, index) => (
            <button
              key={label}
              type="button"
              class={isConsent ? (index === 0 ? 'primary' : undefined) : 'stop'}
              disabled={isAnswered}
              data-shortcut={isConsent ? 'allow' : 'deny'}
              onClick={() => resolve(payload)}
            >
              <Icon name={isConsent ? 'yes' : 'no'} /> {showDirectionMarks(label)}
            </button>
          ))}
        <button
          type="button"
          class="plain"
          disabled={isAnswered}
          onClick={() => onAnswer({ status: 'cancelled' })}
        >
          Dismiss
        </button>
        {expiresAt !== undefined && !isLate && (
          <span class="quiet">until {new Date(expiresAt).toLocaleTimeString()}</span>
        )}
        {isAnswered && <span role="status">answered</span>}
      </div>
    </section>
  )
}
