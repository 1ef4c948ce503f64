/** JSON with a line for each thing; a text that is none as it is. */
export function readableJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
