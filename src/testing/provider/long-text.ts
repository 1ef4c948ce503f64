const words =
  'the rope was wound around a drum and held fast by its own weight until they let it run again'.split(' ')

/** A text of this length that never repeats itself for long: some agents end an answer that goes in circles. */
export function longText(length: number): string {
  const parts: string[] = []
  let state = 1
  for (let written = 0; written < length;) {
    // The generator of Park and Miller, so that the text is the same everywhere.
    state = (state * 48_271) % 2_147_483_647
    const part = `${words[state % words.length] ?? ''}${state % 1000}`
    parts.push(part)
    written += part.length + 1
  }
  return parts.join(' ').slice(0, length).trimEnd().padEnd(length, '.')
}
