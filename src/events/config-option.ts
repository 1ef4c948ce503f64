import type { EventBase, Extensible } from './event-base.ts'
import type { OpenValue } from './open-value.ts'

/** The session's mode changed. */
export interface ModeChangedEvent extends EventBase {
  type: 'mode.changed'
  /** The mode, by its id. */
  modeId: string
}

/** The session's settings or their possible values changed. */
export interface ConfigChangedEvent extends EventBase {
  type: 'config.changed'
  /** All settings with their current values; replaces the previous list. */
  options: ConfigOption[]
}

/** A setting of the session. Find it by its category: ids differ between agents. */
export type ConfigOption = SelectOption | BooleanOption | UnknownOption

interface OptionBase extends Extensible {
  /** Id for changing the setting. */
  id: string
  /** Label for display. */
  name: string
  /** Description for display. */
  description?: string
  /** The kind of setting, independent of its id. */
  category?: OpenValue<'mode' | 'model' | 'model-config' | 'thought-level'>
}

/** One value out of a list. */
export interface SelectOption extends OptionBase {
  type: 'select'
  /** The current value. */
  currentValue: string
  /** The possible values: a list, or grouped lists. */
  options: ConfigValue[] | ConfigValueGroup[]
}

/** On or off. */
export interface BooleanOption extends OptionBase {
  type: 'boolean'
  /** Whether it is on. */
  currentValue: boolean
}

/** A kind of setting that this version does not know, kept unchanged. */
export interface UnknownOption extends OptionBase {
  type: 'unknown'
  /** Name of the kind. */
  originalType: string
  /** All other fields, unchanged. */
  data: Record<string, unknown>
}

/** A possible value. */
export interface ConfigValue extends Extensible {
  /** Id for choosing the value. */
  value: string
  /** Label for display. */
  name: string
  /** Description for display. */
  description?: string
}

/** Values under a common heading. */
export interface ConfigValueGroup extends Extensible {
  /** Names the group. */
  id: string
  /** The heading. */
  name: string
  /** The values under the heading. */
  options: ConfigValue[]
}
