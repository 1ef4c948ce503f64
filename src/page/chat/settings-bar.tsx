import type { ChatFeatures } from '../state/chat-features.ts'
import type { ChatSettings } from '../state/chat-settings.ts'
import { keptEffort, type ListedModel } from '../state/model-choices.ts'
import {
  type Choice,
  effortChoice,
  modeChoice,
  modelChoice,
  modelOf,
  settingsIn,
} from '../state/shown-settings.ts'
import { Picker } from '../picker.tsx'

interface SettingsProps {
  readonly models: readonly ListedModel[]
  readonly features: ChatFeatures
  /** The shared state of the thread. */
  readonly state: unknown
  /** The settings that the user picked for the next message. */
  readonly settings: ChatSettings
  readonly onChange: (settings: ChatSettings) => void
}

/** Pickers for model, effort, mode and subagent, each only if the agent offers a choice. */
export function SettingsBar({ models, features, state, settings, onChange }: SettingsProps) {
  const { modes, subagents, currentMode } = features
  const actual = settingsIn(state)
  const model = modelChoice(models, { picked: settings.model, actual: actual.model })
  const chosenModel = modelOf(models, model)
  // The effort of the session belongs to its model, not to one that is only picked.
  const actualEffort = settings.model === '' ? actual.effort : undefined
  const effort = effortChoice(chosenModel, { picked: settings.effort, actual: actualEffort })
  const mode = modeChoice(modes, { picked: settings.mode, actual: actual.mode ?? currentMode })
  const set = (changed: Partial<ChatSettings>): void => onChange({ ...settings, ...changed })
  return (
    <>
      <ChoicePicker
        label="Model"
        choice={model}
        onPick={(id) =>
          set({
            model: id,
            effort: keptEffort(
              settings.effort,
              models.find(({ modelId }) => modelId === id),
            ),
          })
        }
      />
      <ChoicePicker label="Effort" choice={effort} onPick={(value) => set({ effort: value })} />
      <ChoicePicker label="Mode" choice={mode} onPick={(value) => set({ mode: value })} />
      {subagents.length > 0 && (
        <Picker
          label="Subagent"
          value={settings.subagent}
          defaultLabel="agent default"
          options={subagents.map(({ name, description }) => [
            name,
            description === undefined ? name : `${name}: ${description}`,
          ])}
          onPick={(subagent) => set({ subagent })}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly choice: Choice | undefined
  readonly onPick: (value: string) => void
}

function ChoicePicker({ label, choice, onPick }: ChoiceProps) {
  if (choice === undefined) return null
  const { value, options, emptyLabel } = choice
  return <Picker label={label} value={value} defaultLabel={emptyLabel} options={options} onPick={onPick} />
}
