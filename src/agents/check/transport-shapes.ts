import { basis, note, pattern, reader, texts } from './common-shapes.ts'
import type { AcpTransport, AgentPackage } from '../definition/definition.ts'
import { type Flag, flagNames, schemaForms } from '../definition/definition-flags.ts'
import type { LongRunningProcess } from '../definition/definition-long-running.ts'
import type { AgentUsage, TransportUsage } from '../definition/definition-usage.ts'
import {
  anything,
  listOf,
  name,
  objectOf,
  oneOf,
  optional,
  recordOf,
  shapeOf,
  text,
} from '../../core/shape.ts'

export const packageShape = objectOf<AgentPackage>({
  name,
  version: name,
  binary: name,
  node: optional(text),
  bun: optional(text),
  installScripts: optional(oneOf([true])),
  native: optional(name),
  bundledExcept: optional(texts),
})

export const acpShape = objectOf<AcpTransport>({
  protocolVersion: optional(oneOf([1, 2])),
  binary: name,
  arguments: texts,
  bridge: optional(packageShape),
  environment: optional(recordOf(text)),
  unset: optional(texts),
  programVariable: optional(name),
  missingFileIsEmpty: optional(oneOf([true])),
  terminalLines: optional(oneOf([true])),
  modelArguments: optional(texts),
  optionPrompts: optional(recordOf(text)),
  approvalForm: optional(
    objectOf<NonNullable<AcpTransport['approvalForm']>>({
      message: text,
      field: name,
      approve: name,
      deny: name,
      write: optional(text),
    }),
  ),
  silentTurnIsFailure: optional(oneOf([true])),
  showsMcpServers: optional(oneOf([true])),
  steersInVersion: optional(shapeOf((data) => data === 1, 'must be 1', { const: 1 })),
  errorTexts: optional(listOf(pattern)),
  retryTexts: optional(listOf(pattern)),
  asideTexts: optional(listOf(pattern)),
  sessionMeta: optional(recordOf(anything)),
  signs: optional(reader),
  modelMeta: optional(recordOf(anything)),
  optionMeta: optional(recordOf(recordOf(anything))),
  modelVariable: optional(
    objectOf<NonNullable<AcpTransport['modelVariable']>>({ name, content: recordOf(anything) }),
  ),
  resumesWorse: optional(oneOf([true])),
  own: optional(oneOf([true])),
  needsRunning: optional(texts),
  advertised: optional(
    objectOf<NonNullable<AcpTransport['advertised']>>({
      1: optional(listOf(name)),
      2: optional(listOf(name)),
    }),
  ),
})

const flagShape = objectOf<Flag>({
  arguments: texts,
  basis,
  place: optional(oneOf(['command', 'last', 'prompt'])),
  copied: optional(oneOf([true])),
  variadic: optional(oneOf([true])),
  form: optional(oneOf(schemaForms)),
  hidden: note,
  note,
})

export const flagsShape = objectOf<Record<string, Flag>>(
  Object.fromEntries(flagNames.map((flagName) => [flagName, optional(flagShape)])),
)

export const longRunningShape = objectOf<LongRunningProcess>({
  arguments: texts,
  flags: listOf(oneOf(flagNames)),
  inDialog: listOf(oneOf(flagNames)),
  asks: optional(oneOf([true])),
  basis,
  note,
})

const usageShape = objectOf<TransportUsage>({
  reportsCost: optional(oneOf([true])),
  tokens: oneOf(['turn', 'process', 'last-call', 'none']),
  inputHoldsCache: optional(oneOf([true])),
  outputLacksThinking: optional(oneOf([true])),
  stored: optional(oneOf([true])),
  isLongRunning: optional(oneOf([true])),
})

export const usageShapes = objectOf<AgentUsage>({ acp: optional(usageShape), cli: optional(usageShape) })
