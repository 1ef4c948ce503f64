import { meta, type Rows } from './acp-content.ts'
import { shape, unknownPart, type Shape, type Variant } from './shape.ts'

const configValue: Variant = {
  has: ['value'],
  rows: { value: 'value', name: 'name', description: 'description', ...meta },
}

/** A setting. The versions use different names for its id and for the id of a group. */
export function configOption(ids: { option: string; group: string }): Shape {
  const value = shape('SessionConfigSelectOption', configValue)
  const choice = shape('SessionConfigSelectOptions', configValue, {
    has: ['options'],
    rows: { [ids.group]: 'id', name: 'name', options: { to: 'options', as: value }, ...meta },
  })
  const rows: Rows = {
    [ids.option]: 'id',
    name: 'name',
    description: 'description',
    category: { to: 'category', words: ['mode', 'model', 'model_config', 'thought_level'] },
    ...meta,
  }
  return shape(
    'SessionConfigOption',
    {
      when: { type: 'select' },
      set: { type: 'select' },
      rows: { ...rows, currentValue: 'currentValue', options: { to: 'options', as: choice } },
    },
    {
      when: { type: 'boolean' },
      set: { type: 'boolean' },
      rows: { ...rows, currentValue: 'currentValue' },
    },
    ...(ids.option === 'configId' ? [{ ...unknownPart, rows: { ...rows, ...unknownPart.rows } }] : []),
  )
}
