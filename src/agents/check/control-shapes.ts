import { basis, note, pattern, texts } from './common-shapes.ts'
import type { FolderProgram, PolicyMeans } from '../definition/definition-policies.ts'
import type { ProviderChoice, ProviderMeans } from '../definition/definition-provider.ts'
import type {
  ChangedLevels,
  SharedPaths,
  ThinkingCarrier,
  ThinkingControl,
} from '../definition/definition-thinking.ts'
import type { PlannedFile } from '../definition/planned-file.ts'
import {
  anything,
  listOf,
  name,
  objectOf,
  oneOf,
  optional,
  recordOf,
  type Shape,
  text,
  variantOf,
} from '../../core/shape.ts'

type Carrier<Kind extends ThinkingCarrier['kind']> = Extract<ThinkingCarrier, { kind: Kind }>
const carrierShapes: Record<ThinkingCarrier['kind'], Shape> = {
  arguments: objectOf<Carrier<'arguments'>>({ kind: text, arguments: texts }),
  environment: objectOf<Carrier<'environment'>>({ kind: text, variable: name }),
  settings: objectOf<Carrier<'settings'>>({
    kind: text,
    folderVariable: name,
    file: name,
    content: recordOf(anything),
    shares: optional(objectOf<SharedPaths>({ folders: texts, files: texts })),
  }),
  'session-option': objectOf<Carrier<'session-option'>>({ kind: text, category: name }),
}

export const thinkingShape = objectOf<ThinkingControl>({
  sets: oneOf(['effort', 'budget', 'off']),
  transport: oneOf(['acp', 'cli']),
  by: variantOf('kind', carrierShapes),
  models: optional(texts),
  levels: optional(texts),
  otherLevels: optional(oneOf(['sent', 'ignored'])),
  changed: optional(listOf(objectOf<ChangedLevels>({ models: optional(texts), levels: recordOf(text) }))),
  written: optional(recordOf(text)),
  whenUnset: optional(text),
  assumed: optional(oneOf([true])),
  basis,
  hidden: note,
  note,
})

export const policyShape = objectOf<PolicyMeans>({
  policies: listOf(oneOf(['ask', 'allow-reads', 'allow', 'deny'])),
  transport: oneOf(['acp', 'cli']),
  form: optional(oneOf(['one-prompt', 'long-running'])),
  confined: optional(oneOf([true])),
  arguments: optional(texts),
  environment: optional(recordOf(text)),
  jsonEnvironment: optional(recordOf(recordOf(anything))),
  files: optional(listOf(objectOf<Pick<PlannedFile, 'path' | 'content'>>({ path: name, content: text }))),
  program: optional(name),
  sessionMeta: optional(recordOf(anything)),
  mode: optional(name),
  withheld: optional(texts),
  leaves: optional(text),
  opened: optional(objectOf<NonNullable<PolicyMeans['opened']>>({ file: name, pattern, leaves: text })),
  basis,
  hidden: note,
  note,
})

export const folderProgramShape = objectOf<FolderProgram>({
  path: name,
  parents: optional(oneOf([true])),
  pattern: optional(pattern),
  transport: optional(oneOf(['acp', 'cli'])),
  policies: optional(listOf(oneOf(['ask', 'allow-reads', 'deny']))),
})

export const providerShape = objectOf<ProviderMeans>({
  api: name,
  transport: optional(oneOf(['acp', 'cli'])),
  keyVariable: name,
  when: optional(oneOf(['key', 'no-key'])),
  needsModel: optional(oneOf([true])),
  modelForm: optional(name),
  arguments: optional(texts),
  environment: optional(recordOf(text)),
  jsonEnvironment: optional(recordOf(recordOf(anything))),
  jsonFiles: optional(recordOf(recordOf(anything))),
  basis,
  note,
})

export const chosenProviderShape = objectOf<ProviderChoice>({
  baseUrl: name,
  keyVariable: optional(name),
  api: name,
  model: optional(name),
})
