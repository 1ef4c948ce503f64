/** Created on first use, because loading it is slow. */
let segmenter: Intl.Segmenter | undefined
const narrow = /^[ -~]*$/
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
/** Characters that terminals draw two columns wide: emoji and East Asian scripts. */
const wide =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u

/** How many columns a text without terminal codes takes. */
export function textWidth(text: string): number {
  if (narrow.test(text)) return text.length
  let width = 0
  for (const { segment } of segmentsOf(text)) width += characterWidth(segment)
  return width
}

/** Cuts a text to a number of columns; a cut text ends with `…`. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text
  let [kept, width] = ['', 0]
  for (const { segment } of segmentsOf(text)) {
    width += characterWidth(segment)
    if (width > columns - 1) break
    kept += segment
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`
}

function characterWidth(character: string): number {
  if (wide.test(character)) return 2
  return invisible.test(character) ? 0 : 1
}

function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter()
  return segmenter.segment(text)
}
