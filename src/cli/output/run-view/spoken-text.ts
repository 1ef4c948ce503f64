import type { Channel } from '../print.ts'
import type { AgentText } from './agent-text.ts'
import type { Screen } from './screen.ts'

export interface SpokenTextOptions {
  screen: Screen
  text: AgentText
  dim: (text: string) => string
  /** Where the answer goes. */
  answer: Channel
  /** Keeps a message back until it stays: what was printed to a pipe cannot be taken back. */
  isHeld?: boolean
}

/** What the agent says, and what it says beside it, as both stream in. */
export class SpokenText {
  readonly #options: SpokenTextOptions
  #stripper
  #asideStripper
  /** What the asides are of that go on now. */
  #aside: string | undefined
  #messageId: string | undefined
  /** What was said of the message so far. */
  #said = ''
  /** Something came between: what is said next begins on a line of its own. */
  #isInterrupted = false
  /** What is kept back of the message. */
  #held = ''

  constructor(options: SpokenTextOptions) {
    this.#options = options
    this.#stripper = options.text.stream()
    this.#asideStripper = options.text.stream()
  }

  /** A piece of the answer. */
  answer(piece: string, messageId?: string): void {
    const isOther = messageId !== undefined && this.#messageId !== undefined && messageId !== this.#messageId
    if (isOther || this.#isInterrupted) this.#begin()
    this.#messageId = messageId ?? this.#messageId
    this.#isInterrupted = false
    this.#aside = undefined
    this.#said += piece
    if (this.#options.isHeld) this.#held += piece
    else this.#print(piece)
  }

  /** Takes back the end of what was said; where it is printed already, a line says so. */
  retract(text: string): string | undefined {
    if (text === '') return undefined
    this.#said = this.#said.endsWith(text) ? this.#said.slice(0, -text.length) : ''
    if (this.#options.isHeld && this.#held.endsWith(text)) {
      this.#held = this.#held.slice(0, -text.length)
      return undefined
    }
    this.#begin()
    return 'the agent starts its answer again; the text above does not count'
  }

  /** The whole of a message; only what is new of it is shown. */
  replace(whole: string, messageId: string): void {
    if (messageId !== this.#messageId) return this.answer(whole, messageId)
    if (whole.startsWith(this.#said)) return this.answer(whole.slice(this.#said.length), messageId)
    this.#begin()
    this.answer(whole, messageId)
  }

  /** A piece of something else that is said; each stretch begins with what it is. */
  aside(what: string, piece: string): void {
    const { screen, text, dim } = this.#options
    if (this.#aside !== what) {
      screen.endLine('stderr')
      this.#asideStripper = text.stream()
      screen.append('stderr', `${what}: `, dim)
    }
    this.#aside = what
    this.#isInterrupted = true
    screen.append('stderr', this.#asideStripper.strip(piece), dim)
  }

  /** Something else was shown: an aside that goes on says again what it is. */
  endAside(): void {
    this.#aside = undefined
  }

  /** The agent did something: what it says next is another paragraph. */
  interrupt(): void {
    this.#release()
    this.#isInterrupted = true
  }

  /** Nothing more is said. */
  end(): void {
    this.#release()
    this.#options.screen.endLine('stdout')
    this.#options.screen.endLine('stderr')
  }

  #print(piece: string): void {
    this.#options.screen.append(this.#options.answer, this.#stripper.strip(piece))
  }

  #release(): void {
    if (this.#held !== '') this.#print(this.#held)
    this.#held = ''
  }

  #begin(): void {
    const { screen, answer, text } = this.#options
    this.#release()
    screen.endLine(answer)
    this.#stripper = text.stream()
    this.#said = ''
  }
}
