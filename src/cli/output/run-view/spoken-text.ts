import type { Channel } from '../print.ts'
import type { AgentText } from './agent-text.ts'
import type { Screen } from './screen.ts'

export interface SpokenTextOptions {
  screen: Screen
  text: AgentText
  dim: (text: string) => string
  /** The channel of the answer. */
  answer: Channel
  /** Buffers a message until it is final: text written to a pipe cannot be retracted. */
  isHeld?: boolean
}

/** Prints the streamed answer of the agent, and asides such as thinking. */
export class SpokenText {
  readonly #options: SpokenTextOptions
  #stripper
  #asideStripper
  /** The kind of the current aside. */
  #aside: string | undefined
  #messageId: string | undefined
  /** The text of the message so far. */
  #said = ''
  /** After other output, the next text starts on a new line. */
  #isInterrupted = false
  /** The buffered part of the message. */
  #held = ''

  constructor(options: SpokenTextOptions) {
    this.#options = options
    this.#stripper = options.text.stream()
    this.#asideStripper = options.text.stream()
  }

  /** Adds a piece of the answer. */
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

  /** Removes the end of the text; returns a note if it is already printed. */
  retract(text: string): string | undefined {
    if (text === '') return undefined
    this.#said = this.#said.endsWith(text) ? this.#said.slice(0, -text.length) : ''
    if (this.#options.isHeld && this.#held.endsWith(text)) {
      this.#held = this.#held.slice(0, -text.length)
      return undefined
    }
    this.#begin()
    return 'the agent restarted its answer; ignore the text above'
  }

  /** Sets the whole text of a message; prints only the new part. */
  replace(whole: string, messageId: string): void {
    if (messageId !== this.#messageId) return this.answer(whole, messageId)
    if (whole.startsWith(this.#said)) return this.answer(whole.slice(this.#said.length), messageId)
    this.#begin()
    this.answer(whole, messageId)
  }

  /** Adds a piece of an aside; each aside starts with its kind. */
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

  /** Other lines were printed: the next aside starts with its kind again. */
  endAside(): void {
    this.#aside = undefined
  }

  /** The agent did something: its next text starts a new paragraph. */
  interrupt(): void {
    this.#release()
    this.#isInterrupted = true
  }

  /** Flushes the buffer and ends open lines. */
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
