import { buildResumeArray, HttpAgent, type AgentSubscriber } from '@ag-ui/client'

/** The agent of the address: http://localhost:5173/?agent=claude */
const name = new URLSearchParams(location.search).get('agent') ?? 'sim'
const agent = new HttpAgent({ url: `/agents/${encodeURIComponent(name)}` })

const log = document.querySelector<HTMLElement>('#log')!
const composer = document.querySelector<HTMLFormElement>('#composer')!
const input = document.querySelector<HTMLInputElement>('#message')!

type Interrupt = (typeof agent.pendingInterrupts)[number]

function add(className: string, text = ''): HTMLElement {
  const line = document.createElement('div')
  line.className = className
  line.textContent = text
  log.append(line)
  return line
}

/** Shows what the agent does as it happens. */
function subscriber(): AgentSubscriber {
  const lines = new Map<string, HTMLElement>()
  const lineOf = (id: string, className: string): HTMLElement => {
    const line = lines.get(id) ?? add(className)
    lines.set(id, line)
    return line
  }
  return {
    onTextMessageContentEvent: ({ event }) => lineOf(event.messageId, 'agent').append(event.delta),
    onToolCallStartEvent: ({ event }) => lineOf(event.toolCallId, 'tool').append(`${event.toolCallName} `),
    onToolCallArgsEvent: ({ event }) => lineOf(event.toolCallId, 'tool').append(event.delta),
    onRunErrorEvent: ({ event }) => void add('error', `${event.code ?? 'error'}: ${event.message}`),
  }
}

async function run(resume?: ReturnType<typeof buildResumeArray>): Promise<void> {
  composer.inert = true
  try {
    await agent.runAgent(resume === undefined ? {} : { resume }, subscriber())
  } catch (error) {
    add('error', error instanceof Error ? error.message : String(error))
  } finally {
    composer.inert = false
  }
  const questions = [...agent.pendingInterrupts]
  if (questions.length > 0) await run(buildResumeArray(questions, await answers(questions)))
  else input.focus()
}

/** The agent waits until all its questions are answered. */
async function answers(questions: readonly Interrupt[]): Promise<Parameters<typeof buildResumeArray>[1]> {
  const given: Parameters<typeof buildResumeArray>[1] = {}
  for (const { id, message = 'May the agent continue?' } of questions)
    given[id] = { status: 'resolved', payload: { approved: await isApproved(message) } }
  return given
}

function isApproved(message: string): Promise<boolean> {
  const question = add('question', `${message} `)
  return new Promise((answer) => {
    for (const [label, approved] of [
      ['Allow', true],
      ['Deny', false],
    ] as const) {
      const button = document.createElement('button')
      button.textContent = label
      button.addEventListener('click', () => {
        for (const each of question.querySelectorAll('button')) each.remove()
        question.append(`→ ${label}`)
        answer(approved)
      })
      question.append(button)
    }
  })
}

composer.addEventListener('submit', (event) => {
  event.preventDefault()
  agent.addMessage({ id: crypto.randomUUID(), role: 'user', content: input.value })
  add('user', input.value)
  input.value = ''
  void run()
})
