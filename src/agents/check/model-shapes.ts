import { basis, note, texts } from './common-shapes.ts'
import type { OfferedModel } from '../definition/definition-model-list.ts'
import { type ModelQuestion, modelListForms } from '../definition/definition-models.ts'
import {
  amount,
  count,
  described,
  flag,
  listOf,
  name,
  objectOf,
  oneOf,
  optional,
  type Shape,
  text,
} from '../../core/shape.ts'

const priceShape = objectOf<NonNullable<OfferedModel['price']>>({
  input: amount,
  output: amount,
  cachedInput: optional(amount),
})

const offeredModelShape = objectOf<OfferedModel>({
  id: name,
  name: optional(name),
  aliases: optional(listOf(name)),
  isDefault: optional(oneOf([true])),
  contextWindow: optional(count),
  maxOutputTokens: optional(count),
  efforts: optional(listOf(name)),
  images: optional(flag),
  files: optional(flag),
  deprecated: optional(oneOf([true])),
  price: optional(priceShape),
})

const offeredModels = listOf(offeredModelShape)

/** Models with unique names. */
export const modelListShape: Shape = described(modelListIssues, () => offeredModels.schema?.() ?? {})

function modelListIssues(data: unknown, path: Parameters<Shape>[1]): ReturnType<Shape> {
  const issues = offeredModels(data, path)
  if (issues.length > 0) return issues
  const names = (data as OfferedModel[]).map(({ id, aliases = [] }) => [id, ...aliases])
  return names.flatMap((own, index) =>
    names
      .slice(0, index)
      .flat()
      .some((other) => own.includes(other))
      ? [{ path: [...path, index], message: 'has the same name as another model' }]
      : [],
  )
}

export const modelQuestionShape = objectOf<ModelQuestion>({
  arguments: texts,
  input: optional(text),
  form: oneOf(modelListForms),
  basis,
  note,
})
