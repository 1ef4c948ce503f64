import { useMemo } from 'preact/hooks'
import { showDirectionMarks } from '../../state/show-direction-marks.ts'
import { hasTerminalCodes, readTerminal } from '../../state/terminal/terminal-text.ts'
import type { TextStyle } from '../../state/terminal/text-style.ts'

/** Output of a program, with the colors of its terminal codes. */
export function TerminalText({ text }: { text: string }) {
  const read = useMemo(() => (hasTerminalCodes(text) ? readTerminal(text) : undefined), [text])
  if (read === undefined) return <>{showDirectionMarks(text)}</>
  return (
    <>
      {read.isCut && <span class="quiet">{'… earlier output left out\n'}</span>}
      {read.spans.map((span, index) => (
        <span key={index} class={classOf(span.style)}>
          {showDirectionMarks(span.text)}
        </span>
      ))}
    </>
  )
}

function classOf({ color, back, marks }: TextStyle): string | undefined {
  const names = [
    ...marks.map((mark) => `text-${mark}`),
    ...(color === undefined ? [] : [`text-${color}`]),
    ...(back === undefined ? [] : [`back-${back}`]),
  ]
  return names.length === 0 ? undefined : names.join(' ')
}
