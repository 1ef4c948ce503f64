import type { SessionsContext } from '../context.ts'
import { Mailbox, type Running } from './mailbox.ts'
import type { Recipient } from './recipient.ts'

/** The mailboxes of the sessions that are delivered to. */
export class Mailboxes {
  readonly #host: SessionsContext
  readonly #byRecipient = new Map<string, Mailbox>()
  /** Those of sessions that are gone, until what was being handed over is answered. */
  readonly #departing = new Set<Mailbox>()
  /** Those to be looked through as soon as what is going on now is over. */
  readonly #soon = new Set<Mailbox>()
  /** Those in which something waits for a moment in time. */
  readonly #waiting = new Set<Mailbox>()
  readonly #look: (mailbox: Mailbox) => void

  /** What is to be looked through is given to `look`. */
  constructor(host: SessionsContext, look: (mailbox: Mailbox) => void) {
    this.#host = host
    this.#look = look
  }

  get(recipient: string): Mailbox | undefined {
    return this.#byRecipient.get(recipient)
  }

  add(recipient: Recipient): void {
    const mailbox = new Mailbox(this.#host, recipient)
    this.#byRecipient.set(recipient.id, mailbox)
    if (mailbox.hasHistory) this.#waiting.add(mailbox)
    this.lookSoon(mailbox)
  }

  /** What is being handed over is still waited for. */
  remove(recipient: string): void {
    const mailbox = this.#byRecipient.get(recipient)
    if (mailbox === undefined) return
    this.#byRecipient.delete(recipient)
    this.#waiting.delete(mailbox)
    this.#soon.delete(mailbox)
    if (mailbox.running.size > 0) this.#departing.add(mailbox)
  }

  /** Something in it waits for a moment in time. */
  waits(mailbox: Mailbox): void {
    this.#waiting.add(mailbox)
  }

  /** An attempt is over: what was behind it may be due, unless its session is gone. */
  ended(mailbox: Mailbox): void {
    if (mailbox.running.size === 0) this.#departing.delete(mailbox)
    if (this.#byRecipient.get(mailbox.recipient.id) === mailbox) this.#look(mailbox)
  }

  /** Has it looked through as soon as what is going on now is over. */
  lookSoon(mailbox: Mailbox): void {
    if (this.#soon.size === 0) queueMicrotask(() => this.#lookAtSoon())
    this.#soon.add(mailbox)
  }

  /** Has those looked through that wait for a moment in time, and these. */
  lookAtWaiting(recipients: ReadonlySet<string>): void {
    for (const [id, mailbox] of this.#byRecipient) {
      if (this.#waiting.has(mailbox) || recipients.has(id)) this.#look(mailbox)
    }
  }

  /** Everything that is being handed over. */
  running(): { mailbox: Mailbox; running: Running }[] {
    const mailboxes = [...this.#byRecipient.values(), ...this.#departing]
    return mailboxes.flatMap((mailbox) =>
      Array.from(mailbox.running.values(), (running) => ({ mailbox, running })),
    )
  }

  #lookAtSoon(): void {
    const mailboxes = [...this.#soon]
    this.#soon.clear()
    for (const mailbox of mailboxes) this.#look(mailbox)
  }
}
