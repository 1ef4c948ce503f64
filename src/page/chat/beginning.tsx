import type { KnownAgent } from '../api/shapes.ts'
import { SetupAction } from '../setup/setup-action.tsx'
import type { ChatFeatures } from '../state/chat-features.ts'
import { showDirectionMarks } from '../state/show-direction-marks.ts'

interface BeginningProps {
  readonly agent: KnownAgent
  readonly features: ChatFeatures
  /** Puts a text into the message box. */
  readonly onPick: (text: string) => void
}

const mostCommands = 12

/** An empty chat: where the agent works, examples, and the agent's commands once they are known. */
export function Beginning({ agent, features: { folder, commands }, onPick }: BeginningProps) {
  const { id, name, isInstalled } = agent
  if (!isInstalled) {
    return (
      <div class="empty">
        <h3>{name}</h3>
        <p>
          {name} is not installed. <SetupAction type="install" agent={id} />
        </p>
      </div>
    )
  }
  return (
    <div class="empty beginning">
      <h3>{name}</h3>
      <p>
        Send a message to start. The agent works in{' '}
        {folder === undefined ? "the gateway's working folder" : <code>{folder}</code>}.
      </p>
      <ul class="examples" aria-label="Examples">
        {examplesFor(agent).map((example) => (
          <li key={example}>
            <button type="button" onClick={() => onPick(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
      {commands.length > 0 && (
        <ul class="commands" aria-label={`Commands of ${name}`}>
          {commands.slice(0, mostCommands).map((command) => (
            <li key={command.name}>
              <button
                type="button"
                class="small"
                title={showDirectionMarks(command.description)}
                onClick={() => onPick(`/${command.name} `)}
              >
                <code>/{command.name}</code>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="hints">
        <kbd>/</kbd> commands <kbd>@</kbd> files <kbd>?</kbd> shortcuts
      </p>
    </div>
  )
}

/** Prompts for an empty chat. */
const examples = [
  'Explain what this project does and how it is organized',
  'Review my uncommitted changes',
  'Find a bug in this project and fix it',
  'Write a test for the code that lacks one most',
]

/** Prompts that the simulated agent, which has no model, understands. */
const simulatedExamples = [
  'list',
  'plan read the notes, shorten them, say what changed',
  'write hello.txt Hello',
  'help',
]

function examplesFor({ simulated }: { simulated?: true }): readonly string[] {
  return simulated ? simulatedExamples : examples
}
