/** US dollars with as many digits as it takes to see a small amount. */
export function dollars(amount: number): string {
  if (amount > 0 && amount < 0.000_001) return `$${amount.toExponential(1)}`
  const text = amount.toFixed(6).replace(/0{1,4}$/, '')
  return `$${text}`
}

/** A number of tokens as people say it: 200k, 1M; anything else in full. */
export function tokenCount(tokens: number): string {
  if (tokens >= 1_000_000 && tokens % 10_000 === 0) return `${tokens / 1_000_000}M`
  if (tokens >= 1000 && tokens % 100 === 0) return `${tokens / 1000}k`
  return String(tokens)
}
