import { readPath } from '../read-path.ts'

/** The texts of a message's content, which is a text or a list of blocks. */
export function contentTexts(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  return listOf(content)
    .map((block) => readPath(block, 'text'))
    .filter((text) => typeof text === 'string')
}

/** The list in unchecked data; empty for any other value. */
export function listOf(data: unknown): unknown[] {
  return Array.isArray(data) ? (data as unknown[]) : []
}
