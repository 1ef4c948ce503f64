import type { ContentBlock } from '../../../events/content.ts'
import { showDirectionMarks } from '../../state/show-direction-marks.ts'
import { TerminalText } from './terminal-text.tsx'

/** A content block of the agent. */
export function BlockView({ block }: { block: ContentBlock }) {
  switch (block.type) {
    case 'text':
      return (
        <pre tabIndex={0}>
          <TerminalText text={block.text} />
        </pre>
      )
    case 'image':
      return <img src={`data:${block.mimeType};base64,${block.data}`} alt="Image from the agent" />
    case 'audio':
      return <audio controls src={`data:${block.mimeType};base64,${block.data}`} />
    case 'resource-link':
      return (
        <p>
          {showDirectionMarks(block.title ?? block.name)}: <code>{showDirectionMarks(block.uri)}</code>
        </p>
      )
    case 'resource':
    case 'unknown':
      return <p class="quiet">Unsupported content ({block.type})</p>
  }
}
