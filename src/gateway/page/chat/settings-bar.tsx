import type { ChatFeatures } from '../state/chat-features.ts'
import type { ChatSettings } from '../state/chat-settings.ts'
import { keptEffort, labelOf, type ListedModel, modelIn } from '../state/model-choices.ts'

interface SettingsProps {
  readonly models: readonly ListedModel[]
  readonly features: ChatFeatures
  readonly settings: ChatSettings
  readonly onChange: (settings: ChatSettings) => void
}

/** Model, effort, mode and subagent, each only where there is something to choose. */
export function SettingsBar({ models, features, settings, onChange }: SettingsProps) {
  const { modes, subagents, currentMode } = features
  const usual = modelIn(models, '')
  const model = modelIn(models, settings.model)
  const set = (changed: Partial<ChatSettings>): void => onChange({ ...settings, ...changed })
  return (
    <div class="bar">
      {models.length > 0 && (
        <Picker
          label="Model"
          value={settings.model}
          usual={usual === undefined ? 'the agent decides' : `${usual.displayName} (usual)`}
          options={models.map((one) => [one.modelId, labelOf(one)])}
          onPick={(id) => set({ model: id, effort: keptEffort(settings.effort, modelIn(models, id)) })}
        />
      )}
      {model?.efforts !== undefined && model.efforts.length > 0 && (
        <Picker
          label="Effort"
          value={settings.effort}
          usual={model.defaultEffort === undefined ? 'the agent decides' : `${model.defaultEffort} (usual)`}
          options={model.efforts.map((effort) => [effort, effort])}
          onPick={(effort) => set({ effort })}
        />
      )}
      {modes.length > 0 && (
        <Picker
          label="Mode"
          value={settings.mode}
          usual={currentMode === undefined ? 'as it is' : `${currentMode} (now)`}
          options={modes.map(({ id, name }) => [id, name])}
          onPick={(mode) => set({ mode })}
        />
      )}
      {subagents.length > 0 && (
        <Picker
          label="Subagent"
          value={settings.subagent}
          usual="the agent decides"
          options={subagents.map(({ name, description }) => [
            name,
            description === undefined ? name : `${name}: ${description}`,
          ])}
          onPick={(subagent) => set({ subagent })}
        />
      )}
    </div>
  )
}

interface PickerProps {
  readonly label: string
  readonly value: string
  /** What happens when nothing is chosen. */
  readonly usual: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onPick: (value: string) => void
}

function Picker({ label, value, usual, options, onPick }: PickerProps) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onPick(event.currentTarget.value)}>
        <option value="">{usual}</option>
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
