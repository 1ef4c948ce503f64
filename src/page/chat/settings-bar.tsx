import type { ChatFeatures } from '../state/chat-features.ts'
import type { ChatSettings } from '../state/chat-settings.ts'
import { keptEffort, labelOf, type ListedModel, modelIn } from '../state/model-choices.ts'
import { Picker } from '../picker.tsx'

interface SettingsProps {
  readonly models: readonly ListedModel[]
  readonly features: ChatFeatures
  readonly settings: ChatSettings
  readonly onChange: (settings: ChatSettings) => void
}

/** Pickers for model, effort, mode and subagent, each only if the agent offers a choice. */
export function SettingsBar({ models, features, settings, onChange }: SettingsProps) {
  const { modes, subagents, currentMode } = features
  const defaultModel = modelIn(models, '')
  const model = modelIn(models, settings.model)
  const modeNow = modes.find(({ id }) => id === currentMode)?.name ?? currentMode
  const set = (changed: Partial<ChatSettings>): void => onChange({ ...settings, ...changed })
  return (
    <>
      {models.length > 0 && (
        <Picker
          label="Model"
          value={settings.model}
          defaultLabel={
            defaultModel === undefined ? 'agent default' : `${defaultModel.displayName} (default)`
          }
          options={models.map((one) => [one.modelId, labelOf(one)])}
          onPick={(id) => set({ model: id, effort: keptEffort(settings.effort, modelIn(models, id)) })}
        />
      )}
      {model?.efforts !== undefined && model.efforts.length > 0 && (
        <Picker
          label="Effort"
          value={settings.effort}
          defaultLabel={
            model.defaultEffort === undefined ? 'agent default' : `${model.defaultEffort} (default)`
          }
          options={model.efforts.map((effort) => [effort, effort])}
          onPick={(effort) => set({ effort })}
        />
      )}
      {modes.length > 0 && (
        <Picker
          label="Mode"
          value={settings.mode}
          defaultLabel={modeNow === undefined ? 'agent default' : `${modeNow} (current)`}
          options={modes.map(({ id, name }) => [id, name])}
          onPick={(mode) => set({ mode })}
        />
      )}
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
