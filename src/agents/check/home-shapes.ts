import { anything, listOf, name, objectOf, oneOf, optional, recordOf, text } from '../../core/shape.ts'
import type { AgentHome, CloudLogin, ImportedSettings } from '../definition/definition-home.ts'
import { texts } from './common-shapes.ts'

export const homeShape = objectOf<AgentHome>({
  login: optional(texts),
  settings: optional(
    listOf(
      objectOf<ImportedSettings>({
        file: name,
        format: oneOf(['json', 'toml', 'yaml', 'env']),
        fields: texts,
        variables: optional(name),
        keyCommands: optional(texts),
        set: optional(recordOf(anything)),
      }),
    ),
  ),
  reads: optional(texts),
  keeps: optional(texts),
  unkept: optional(texts),
  files: optional(recordOf(text)),
  environment: optional(recordOf(text)),
  clouds: optional(
    listOf(objectOf<CloudLogin>({ chosenBy: texts, reads: texts, pathVariables: texts, hosts: texts })),
  ),
  hosts: optional(texts),
  manyProviders: optional(oneOf([true])),
  optionalHosts: optional(texts),
  scratch: optional(texts),
  unreadable: optional(text),
  uncounted: optional(texts),
  datagrams: optional(oneOf([true])),
  instructions: optional(texts),
})
