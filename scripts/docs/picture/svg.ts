import type { Frame } from './frames.ts'
import type { Cell, Screen } from './screen.ts'

const [lineHeight, charWidth, margin, bar] = [20, 8.43, 20, 34]

/** An animated SVG without scripts: every line is drawn once, and shown while it is on the screen. */
export function svgOf(
  { frames, length }: { frames: readonly Frame[]; length: number },
  { columns, title }: { columns: number; title: string },
): string {
  const rows = Math.max(...frames.map(({ screen }) => screen.length))
  const [width, height] = [Math.ceil(columns * charWidth) + 2 * margin, rows * lineHeight + bar + margin]
  const lines = shownLines(frames, length)
  const rules = lines.flatMap(({ from, to }, index) => {
    if (from === 0 && to >= length) return []
    const [start, end] = [from, to].map((at) => ((100 * at) / length).toFixed(2))
    const before = from === 0 ? '' : '0%{opacity:0}'
    const after = to >= length ? '' : `${end}%{opacity:0}`
    const name = `k${index}`
    return [
      `@keyframes ${name}{${before}${start}%{opacity:1}${after}}.l${index}{animation:${name} ${length}ms step-end infinite}`,
    ]
  })
  // Without animation, the picture shows the last frame.
  const texts = lines.map(({ row, html, to }, index) => {
    const hidden = to >= length ? '' : ' opacity="0"'
    const y = bar + (row + 0.75) * lineHeight
    return `<text class="l${index}"${hidden} x="${margin}" y="${y}" xml:space="preserve">${html}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d7dbe0}`,
    `.bold{font-weight:700}.dim{fill:#8b949e}.red{fill:#ff7b72}.green{fill:#7ee787}.yellow{fill:#e3b341}.blue{fill:#79c0ff}`,
    `.magenta{fill:#d2a8ff}.cyan{fill:#76e3ea}`,
    `@media (prefers-reduced-motion:reduce){text{animation:none!important}}`,
    rules.join(''),
    '</style>',
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (color, index) => `<circle cx="${20 + 18 * index}" cy="17" r="5.5" fill="${color}"/>`,
    ),
    ...texts,
    '</svg>',
    '',
  ].join('\n')
}

interface ShownLine {
  row: number
  html: string
  from: number
  to: number
}

/** The content of each row, from the frame that shows it to the frame that no longer does. */
function shownLines(frames: readonly Frame[], length: number): ShownLine[] {
  const done: ShownLine[] = []
  const open = new Map<number, ShownLine>()
  for (const { at, screen } of frames) {
    const contents = new Map(rowsOf(screen))
    for (const [row, line] of open) {
      if (contents.get(row) === line.html) continue
      done.push({ ...line, to: at })
      open.delete(row)
    }
    for (const [row, html] of contents) {
      if (!open.has(row)) open.set(row, { row, html, from: at, to: length })
    }
  }
  return [...done, ...open.values()].filter(({ from, to }) => to > from)
}

function rowsOf(screen: Screen): [number, string][] {
  return screen
    .map((cells, row): [number, string] => [row, htmlOf(cells)])
    .filter(([, html]) => html.trim() !== '')
}

/** Cells of the same style as one span. */
function htmlOf(cells: readonly Cell[]): string {
  const spans: Cell[] = []
  for (const { text, style } of cells) {
    const last = spans.at(-1)
    if (last?.style === style) last.text += text
    else spans.push({ text, style })
  }
  return spans
    .map(({ text, style }) =>
      style === '' ? escaped(text) : `<tspan class="${style}">${escaped(text)}</tspan>`,
    )
    .join('')
    .trimEnd()
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
