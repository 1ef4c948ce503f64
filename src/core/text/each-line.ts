/** Splits pieces of text into lines. The last line is passed on when its end arrives. */
export function eachLine(onLine: (line: string) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    lines.forEach((line) => onLine(line))
  }
}
