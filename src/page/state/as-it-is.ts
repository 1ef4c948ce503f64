import { directionMarks } from '../../core/text/direction-marks.ts'

/** A text as it is run and not as it wants to be read: marks that turn the direction of writing are written out. */
export function asItIs(text: string): string {
  return text.replaceAll(directionMarks, (mark) => `⟨U+${codeOf(mark)}⟩`)
}

function codeOf(mark: string): string {
  return mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
}
