/** The response of another gateway that refused a run; passed on as it is. */
export class ForwardedAnswer extends Error {
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    super(`The gateway that owns the thread answered ${status}`)
    this.status = status
    this.body = body
  }
}
