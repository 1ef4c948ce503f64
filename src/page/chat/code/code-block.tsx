import { useMemo } from 'preact/hooks'
import { languageNamed } from '../../state/code/code-language.ts'
import { showDirectionMarks } from '../../state/show-direction-marks.ts'
import { CopyButton } from '../../copy-button.tsx'
import { useLoaded } from '../use-loaded.ts'
import { loadHighlighter } from './highlight.lazy.ts'

/** Code with the colors of its language and a copy button. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  const { module: highlighter } = useLoaded(loadHighlighter, languageNamed(label) !== undefined)
  const tokens = useMemo(
    () => highlighter?.highlight(text, label) ?? [{ text, kind: undefined }],
    [highlighter, text, label],
  )
  return (
    <figure class="code">
      <figcaption>
        <span>{showDirectionMarks(label)}</span>
        <CopyButton text={text} label="Copy code" />
      </figcaption>
      <pre tabIndex={0}>
        {tokens.map(({ text: part, kind }, index) =>
          kind === undefined ? (
            showDirectionMarks(part)
          ) : (
            <span key={index} class={`token-${kind}`}>
              {showDirectionMarks(part)}
            </span>
          ),
        )}
      </pre>
    </figure>
  )
}
