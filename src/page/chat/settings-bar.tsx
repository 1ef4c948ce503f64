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

/** Model, effort, mode and subagent, each only where there is something to choose. */
export function SettingsBar({ models, features, settings, onChange }: SettingsProps) {
  const { modes, subagents, currentMode } = features
  const usual = modelIn(models, '')
  const model = modelIn(models, settings.model)
  const modeNow = modes.find(({ id }) => id === currentMode)?.name ?? currentMode
  const set = (changed: Partial<ChatSettings>): void => onChange({ ...settings, ...changed })
  return (
    <>
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
          usual={modeNow === undefined ? 'as it is' : `${modeNow} (now)`}
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
    </>
  )
}
