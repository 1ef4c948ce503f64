import type { ToolContent } from '../../../events/tool-content.ts'
import { readableJson } from '../state/readable-json.ts'
import type { ToolEntry } from '../state/thread-entry.ts'
import { BlockView } from './block-view.tsx'
import { DiffView } from './diff-view.tsx'

const marks: Readonly<Record<string, string>> = { completed: '✓', failed: '✕', cancelled: '✕', pending: '○' }

/** A call of a tool: closed while all is well, with its changes always to be seen. */
export function ToolView({ entry }: { entry: ToolEntry }) {
  const { name, title, input, status, result, isError, content } = entry
  const diffs = content.filter((part) => part.type === 'diff')
  const others = content.filter((part) => part.type !== 'diff')
  return (
    <section class={`entry tool ${isError ? 'error' : ''}`} aria-label={`Tool ${title ?? name}: ${status}`}>
      <details open={isError}>
        <summary>
          {marks[status] ?? '▸'} <strong>{title ?? name}</strong> <span class="quiet">{status}</span>
        </summary>
        {input !== '' && input !== '{}' && <pre aria-label="Input">{readableJson(input)}</pre>}
        {others.map((part, index) => (
          <ContentView key={index} part={part} />
        ))}
        {result !== undefined && result !== '' && <pre aria-label="Result">{result}</pre>}
      </details>
      {diffs.map((diff, index) => (
        <DiffView key={index} diff={diff} />
      ))}
    </section>
  )
}

function ContentView({ part }: { part: ToolContent }) {
  if (part.type === 'content') return <BlockView block={part.content} />
  return part.type === 'terminal' ? <p class="quiet">Terminal {part.terminalId}</p> : null
}
