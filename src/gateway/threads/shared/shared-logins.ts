/** The sign-ins of browsers, which all gateways of a store accept. */
export interface SharedLogins {
  /** Creates a one-time code for a sign-in link. */
  issueCode(): string
  /** The cookie value for a code; undefined if the code is unknown, used or expired. */
  redeem(code: string): Promise<string | undefined>
  /** Whether a cookie is valid, as far as this gateway knows. */
  has(value: string): boolean
  /** Reads the sign-ins again: another gateway may just have added one. */
  refresh(): Promise<void>
}
