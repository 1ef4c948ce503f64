/** The 8 colors of a terminal; bright ones have the same names, because both themes choose readable shades. */
export const colors = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

export type TerminalColor = (typeof colors)[number]

const marks = { 1: 'bold', 2: 'dim', 3: 'italic', 4: 'underline', 7: 'inverse', 9: 'strike' } as const

type Mark = (typeof marks)[keyof typeof marks]

export interface TextStyle {
  readonly color?: TerminalColor | undefined
  readonly back?: TerminalColor | undefined
  readonly marks: readonly Mark[]
}

export const plainStyle: TextStyle = { marks: [] }

/** The marks that a code switches off. */
const ends: Readonly<Record<number, readonly Mark[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['strike'],
}

/** The style after the codes of `ESC [ … m`, such as `1;31`. Unknown codes change nothing. */
export function afterCodes(before: TextStyle, codes: string): TextStyle {
  const numbers = codes.split(/[;:]/).map(Number)
  let style = before
  for (let index = 0; index < numbers.length; index++) {
    const code = numbers[index] ?? 0
    if (code === 38 || code === 48) {
      const { color, length } = wideColor(numbers.slice(index + 1))
      if (color !== undefined) style = code === 38 ? { ...style, color } : { ...style, back: color }
      index += length
    } else style = afterCode(style, code)
  }
  return style
}

function afterCode(style: TextStyle, code: number): TextStyle {
  if (code === 0) return plainStyle
  if (Object.hasOwn(marks, code)) {
    const mark = marks[code as keyof typeof marks]
    return style.marks.includes(mark) ? style : { ...style, marks: [...style.marks, mark] }
  }
  const ended = ends[code]
  if (ended !== undefined) return { ...style, marks: style.marks.filter((mark) => !ended.includes(mark)) }
  if (code === 39) return { ...style, color: undefined }
  if (code === 49) return { ...style, back: undefined }
  const isBack = (code >= 40 && code < 50) || code >= 100
  const color = code >= 30 && code < 108 ? colors[code % 10] : undefined
  if (color === undefined || (code >= 50 && code < 90)) return style
  return isBack ? { ...style, back: color } : { ...style, color }
}

/** A color of 256 (`5;n`) or of 16 million (`2;r;g;b`), as the nearest of the 8. */
function wideColor([kind, ...rest]: readonly number[]): { color?: TerminalColor; length: number } {
  if (kind === 5) return { ...named(paletteColor(rest[0] ?? 0)), length: 2 }
  if (kind !== 2) return { length: 1 }
  const [red = 0, green = 0, blue = 0] = rest
  return { ...named(nearest(red, green, blue)), length: 4 }
}

function named(color: TerminalColor | undefined): { color?: TerminalColor } {
  return color === undefined ? {} : { color }
}

function paletteColor(index: number): TerminalColor | undefined {
  if (index < 16) return colors[index % 8]
  if (index >= 232) return index < 244 ? 'black' : 'white'
  const level = index - 16
  return nearest(...([level / 36, (level / 6) % 6, level % 6].map((part) => Math.floor(part) * 51) as Rgb))
}

type Rgb = [red: number, green: number, blue: number]

/** The bits of the strong channels are the number of the color: red 1, green 2, blue 4. */
function nearest(...channels: Rgb): TerminalColor | undefined {
  const [low, high] = [Math.min(...channels), Math.max(...channels)]
  if (high - low < 40) return high < 128 ? 'black' : 'white'
  const middle = (low + high) / 2
  return colors[channels.reduce((sum, channel, bit) => sum + (channel > middle ? 2 ** bit : 0), 0)]
}
