import type * as Highlighter from '../../state/code/highlight.ts'

/** Loads the highlighter, at the first code block with a known language. */
export async function loadHighlighter(): Promise<typeof Highlighter> {
  return await import('../../state/code/highlight.ts')
}
