import { defined } from '../../../capabilities/defined.ts'
import { ValidationError } from '../../../core/validation-error.ts'
import type { ReportedModel } from '../../../models/remote/agent-report.ts'
import { type ModelList, reportedPrices, requireShape } from '../../definition/model-list.ts'
import { amount, anything, count, flag, objectOf, optional, recordOf, text } from '../../../core/shape.ts'

/** One model of `opencode models --verbose`. */
interface OpencodeModel {
  name: string
  status: string
  cost: { input: number; output: number; cache?: { read?: number } }
  limit: { context: number; output: number }
  capabilities: { reasoning: boolean; toolcall: boolean; input: { image: boolean; pdf: boolean } }
  /** By the values of `--variant`. */
  variants: Record<string, unknown>
}

const open = { open: true }
const modelShape = objectOf<OpencodeModel>(
  {
    name: text,
    status: text,
    cost: objectOf<OpencodeModel['cost']>(
      {
        input: amount,
        output: amount,
        cache: optional(objectOf<{ read?: number }>({ read: optional(amount) }, open)),
      },
      open,
    ),
    limit: objectOf<OpencodeModel['limit']>({ context: count, output: count }, open),
    capabilities: objectOf<OpencodeModel['capabilities']>(
      {
        reasoning: flag,
        toolcall: flag,
        input: objectOf<{ image: boolean; pdf: boolean }>({ image: flag, pdf: flag }, open),
      },
      open,
    ),
    variants: recordOf(anything),
  },
  open,
)

/** Reads an id line and a JSON object for each model of the providers with a login. */
export function readOpencodeModelList(output: string): ModelList {
  const blocks = output.matchAll(/^(\S+\/\S+)\r?\n(\{$[\s\S]*?^\})/gm)
  const models = Array.from(blocks, ([, id = '', json = '']): [string, ReportedModel] => {
    const model: unknown = JSON.parse(json)
    requireShape(model, modelShape)
    return [id, reported(model as OpencodeModel)]
  })
  const named = output.match(/^\S+\/\S+$/gm)?.length ?? 0
  if (named > models.length) {
    throw new ValidationError(`${named - models.length} of ${named} models have no description`)
  }
  return { models: Object.fromEntries(models) }
}

function reported({ name, status, cost, limit, capabilities, variants }: OpencodeModel): ReportedModel {
  return defined({
    displayName: name,
    deprecated: status === 'deprecated' ? true : undefined,
    supportsThinking: capabilities.reasoning,
    supportsToolCalling: capabilities.toolcall,
    supportsImageInput: capabilities.input.image,
    supportsFileInput: capabilities.input.pdf,
    efforts: Object.keys(variants),
    // A custom model may have neither.
    contextWindow: limit.context === 0 ? undefined : limit.context,
    maxOutputTokens: limit.output === 0 ? undefined : limit.output,
    ...reportedPrices({ ...cost, cacheRead: cost.cache?.read }),
  })
}
