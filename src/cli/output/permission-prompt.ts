import type { PermissionOption, PermissionRequestedEvent } from '../../events/permission.ts'
import type { PermissionAnswer } from '../../run/api/run.ts'
import type { Person } from './permission-prompt/person.ts'
import type { AgentText } from './run-view/agent-text.ts'
import type { Style } from './style.ts'

/** The dependencies of a question to a person. */
export interface PromptOptions {
  person: Person
  style: Style
  text: AgentText
  /** Aborts when the answer is no longer needed. */
  signal: AbortSignal
}

interface Choice {
  key: string
  label: string
  answer: PermissionAnswer
}

const keysByKind: Readonly<Record<string, string>> = {
  'allow-once': 'y',
  'allow-always': 'a',
  'reject-once': 'n',
  'reject-always': 'd',
}

/**
 * Prints the question and asks a person for a permission.
 * Returns `cancel` on Escape, on Ctrl-C, which also interrupts the run, and when the signal aborts.
 */
export async function askPermission(
  request: PermissionRequestedEvent,
  question: readonly string[],
  { person, style, text, signal }: PromptOptions,
): Promise<PermissionAnswer> {
  const choices = choicesOf(request.options, text)
  const offers = [...choices.map(({ key, label }) => `[${key}] ${label}`), '[Esc] cancel']
  person.write(`${question.join('\n')}\n  ${style.bold(offers.join('  '))} `)
  for (;;) {
    const key = await person.key(signal)
    const chosen = choices.find((choice) => choice.key === key)
    if (chosen !== undefined) {
      person.write(`${chosen.label}\n`)
      return chosen.answer
    }
    if (key === 'cancel') {
      person.write('cancelled\n')
      return 'cancel'
    }
  }
}

/** The first option of each kind gets a letter, the others a number. A missing reject option is added. */
function choicesOf(options: readonly PermissionOption[], text: AgentText): Choice[] {
  const used = new Set<string>()
  let number = 0
  const choices = options.map(({ kind, name, optionId }) => {
    const letter = keysByKind[kind]
    const key = letter !== undefined && !used.has(letter) ? letter : String(++number)
    used.add(key)
    return { key, label: text.line(name) || kind, answer: { optionId } }
  })
  return used.has('n') ? choices : [...choices, { key: 'n', label: 'Reject', answer: 'deny' }]
}
