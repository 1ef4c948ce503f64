import { shortcuts } from '../../state/panes/shortcuts.ts'
import { Sheet } from '../sheet.tsx'

const writing = [
  ['Enter', 'Send the message'],
  ['Shift + Enter', 'New line'],
  ['/', 'Commands of the agent'],
  ['@', 'Files of the workspace'],
  ['Escape', 'Stop the run'],
] as const

/** The keys of the chat. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="Keyboard shortcuts" kind="shortcuts" onClose={onClose}>
      <h4>Outside of text fields</h4>
      <dl>
        {shortcuts.map(({ key, label }) => (
          <Row key={key} keys={key} label={label} />
        ))}
      </dl>
      <h4>In the message box</h4>
      <dl>
        {writing.map(([keys, label]) => (
          <Row key={keys} keys={keys} label={label} />
        ))}
      </dl>
      <p class="quiet small">Allow and deny work from one second after the question appears.</p>
    </Sheet>
  )
}

function Row({ keys, label }: { keys: string; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <kbd>{keys}</kbd>
      </dd>
    </div>
  )
}
