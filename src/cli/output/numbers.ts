/** US dollars with enough digits for small amounts. */
export function dollars(amount: number): string {
  if (amount > 0 && amount < 0.000_001) return `$${amount.toExponential(1)}`
  const text = amount.toFixed(6).replace(/0{1,4}$/, '')
  return `$${text}`
}

/** A number of tokens, short for round numbers: 200k, 1M. */
export function tokenCount(tokens: number): string {
  if (tokens >= 1_000_000 && tokens % 10_000 === 0) return `${tokens / 1_000_000}M`
  if (tokens >= 1000 && tokens % 100 === 0) return `${tokens / 1000}k`
  return String(tokens)
}
