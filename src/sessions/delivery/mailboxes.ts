import type { SessionsContext } from '../context.ts'
import { Mailbox, type Running } from './mailbox.ts'
import type { Recipient } from './recipient.ts'

/** Mailboxes to scan at a time. */
const maxScans = 256
/** How often all mailboxes of a shared store are scanned. */
const pollMs = 5000

/** The mailboxes of all attached sessions. */
export class Mailboxes {
  readonly #context: SessionsContext
  readonly #byRecipient = new Map<string, Mailbox>()
  /** Mailboxes of detached sessions with running attempts. */
  readonly #departing = new Set<Mailbox>()
  /** Mailboxes to scan in the next microtask. */
  readonly #toScan = new Set<Mailbox>()
  /** Mailboxes with deliveries that wait for a time. */
  readonly #waiting = new Set<Mailbox>()
  readonly #scan: (mailbox: Mailbox) => void
  /** When to scan all mailboxes. Other nodes write into a shared store: a lost wake-up must not stop a queue. */
  pollAt: number

  /** `scan` scans a mailbox for due deliveries. */
  constructor(context: SessionsContext, scan: (mailbox: Mailbox) => void) {
    this.#context = context
    this.#scan = scan
    this.pollAt = context.store.shared === undefined ? Infinity : context.clock.now() + pollMs
  }

  get(recipient: string): Mailbox | undefined {
    return this.#byRecipient.get(recipient)
  }

  add(recipient: Recipient): void {
    const mailbox = new Mailbox(this.#context, recipient)
    this.#byRecipient.set(recipient.id, mailbox)
    if (mailbox.hasHistory) this.#waiting.add(mailbox)
    this.scanSoon(mailbox)
  }

  /** Keeps waiting for running attempts. */
  remove(recipient: string): void {
    const mailbox = this.#byRecipient.get(recipient)
    if (mailbox === undefined) return
    this.#byRecipient.delete(recipient)
    this.#waiting.delete(mailbox)
    this.#toScan.delete(mailbox)
    if (mailbox.running.size > 0) this.#departing.add(mailbox)
  }

  /** Marks a mailbox that has a delivery waiting for a time. */
  waits(mailbox: Mailbox): void {
    this.#waiting.add(mailbox)
  }

  /** An attempt ended: scans the mailbox again unless its session is detached. */
  ended(mailbox: Mailbox): void {
    this.forgetDeparted(mailbox)
    if (this.#byRecipient.get(mailbox.recipient.id) === mailbox) this.#scan(mailbox)
  }

  /** Forgets the mailbox of a detached session unless an attempt runs. */
  forgetDeparted(mailbox: Mailbox): void {
    if (mailbox.running.size === 0) this.#departing.delete(mailbox)
  }

  /** Scans the mailbox in the next microtask. */
  scanSoon(mailbox: Mailbox): void {
    if (this.#toScan.size === 0) queueMicrotask(() => this.#scanPending())
    this.#toScan.add(mailbox)
  }

  /** Scans all mailboxes that wait for a time, and those of these recipients; all if it is time for it. */
  scanWaiting(recipients: ReadonlySet<string>): void {
    const now = this.#context.clock.now()
    const all = this.pollAt <= now
    if (all) this.pollAt = now + pollMs
    for (const [id, mailbox] of this.#byRecipient) {
      if (all || this.#waiting.has(mailbox) || recipients.has(id)) this.#scan(mailbox)
    }
  }

  /** All running attempts. */
  running(): { mailbox: Mailbox; running: Running }[] {
    const mailboxes = [...this.#byRecipient.values(), ...this.#departing]
    return mailboxes.flatMap((mailbox) =>
      Array.from(mailbox.running.values(), (running) => ({ mailbox, running })),
    )
  }

  /** Other work runs between many mailboxes. */
  #scanPending(): void {
    const mailboxes = [...this.#toScan].slice(0, maxScans)
    for (const mailbox of mailboxes) this.#toScan.delete(mailbox)
    if (this.#toScan.size > 0) setImmediate(() => this.#scanPending())
    for (const mailbox of mailboxes) this.#scan(mailbox)
  }
}
