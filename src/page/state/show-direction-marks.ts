import { directionMarks } from '../../core/text/direction-marks.ts'

/** Writes out bidirectional control characters, which could make a command look different from what runs. */
export function showDirectionMarks(text: string): string {
  return text.replaceAll(directionMarks, (mark) => `⟨U+${codeOf(mark)}⟩`)
}

function codeOf(mark: string): string {
  return mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
}
