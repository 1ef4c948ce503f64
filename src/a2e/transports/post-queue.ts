interface Waiting {
  readonly line: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** The content type of several messages, one per line. */
export const batchType = 'application/x-ndjson'
/** How many messages one post may have. */
export const mostInBatch = 64
/** How many characters several messages in one post may have. */
export const largestBatch = 256 * 1024

/** Posts messages in order. Messages that wait while a post is under way go out together. */
export class PostQueue {
  readonly #post: (lines: readonly string[]) => Promise<void>
  #waiting: Waiting[] = []
  #isPosting = false

  constructor(post: (lines: readonly string[]) => Promise<void>) {
    this.#post = post
  }

  /** Resolves when the host has taken the message. */
  send(line: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject })
      if (!this.#isPosting) void this.#work()
    })
  }

  /** Rejects the messages that wait. */
  close(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  async #work(): Promise<void> {
    this.#isPosting = true
    while (this.#waiting.length > 0) {
      const batch = this.#take()
      try {
        await this.#post(batch.map(({ line }) => line))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isPosting = false
  }

  #take(): Waiting[] {
    let count = 0
    let size = 0
    for (const { line } of this.#waiting) {
      size += line.length
      if (count === mostInBatch || (count > 0 && size > largestBatch)) break
      count += 1
    }
    return this.#waiting.splice(0, count)
  }
}
