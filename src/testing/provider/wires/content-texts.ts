import { readPath } from '../read-path.ts'

/** The texts of a message's content: a text, or a list of blocks of which some are texts. */
export function contentTexts(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  return listOf(content)
    .map((block) => readPath(block, 'text'))
    .filter((text) => typeof text === 'string')
}

/** A list that came over a wire; an empty one when it is something else. */
export function listOf(data: unknown): unknown[] {
  return Array.isArray(data) ? (data as unknown[]) : []
}
