import type { EventBase, Extensible } from './event-base.ts'
import type { OpenValue } from './open-value.ts'

/** The session works in another mode now. */
export interface ModeChangedEvent extends EventBase {
  type: 'mode.changed'
  /** The mode, by its id. */
  modeId: string
}

/** The session's settings changed, or what can be chosen did. */
export interface ConfigChangedEvent extends EventBase {
  type: 'config.changed'
  /** All of them with their current values; replaces what was there. */
  options: ConfigOption[]
}

/** A setting of the session. Find it by its category: ids differ between agents. */
export type ConfigOption = SelectOption | BooleanOption | UnknownOption

interface OptionBase extends Extensible {
  /** Names the setting when it is changed. */
  id: string
  /** Label for people. */
  name: string
  /** More about it, for people. */
  description?: string
  /** What it is about, whatever its id. */
  category?: OpenValue<'mode' | 'model' | 'model-config' | 'thought-level'>
}

/** One value out of a list. */
export interface SelectOption extends OptionBase {
  type: 'select'
  /** The value chosen now. */
  currentValue: string
  /** What can be chosen: a list, or lists under headings. */
  options: ConfigValue[] | ConfigValueGroup[]
}

/** On or off. */
export interface BooleanOption extends OptionBase {
  type: 'boolean'
  /** Whether it is on. */
  currentValue: boolean
}

/** A setting of a sort that this version does not know, kept whole. */
export interface UnknownOption extends OptionBase {
  type: 'unknown'
  /** The sort's own name. */
  originalType: string
  /** All its other fields, untouched. */
  data: Record<string, unknown>
}

/** A value that can be chosen. */
export interface ConfigValue extends Extensible {
  /** Names the value when it is chosen. */
  value: string
  /** Label for people. */
  name: string
  /** More about it, for people. */
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
