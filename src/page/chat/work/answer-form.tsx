import { useState } from 'preact/hooks'
import { type FormField, valuesOf } from '../../state/answers.ts'

interface FormProps {
  readonly fields: readonly FormField[]
  readonly isDisabled: boolean
  readonly onAnswer: (values: Record<string, unknown>) => void
}

/** A form that the agent requested. */
export function AnswerForm({ fields, isDisabled, onAnswer }: FormProps) {
  const [given, setGiven] = useState<Readonly<Record<string, string | boolean>>>({})
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer(valuesOf(fields, given))
      }}
    >
      {fields.map((field) => (
        <label key={field.name}>
          {field.label}
          {field.isRequired && ' *'}{' '}
          <FieldInput
            field={field}
            value={given[field.name]}
            onChange={(value) => setGiven((before) => ({ ...before, [field.name]: value }))}
          />
        </label>
      ))}
      <button type="submit" class="primary" disabled={isDisabled}>
        Answer
      </button>
    </form>
  )
}

interface FieldProps {
  readonly field: FormField
  readonly value: string | boolean | undefined
  readonly onChange: (value: string | boolean) => void
}

function FieldInput({ field: { type, isRequired, options, isWhole }, value, onChange }: FieldProps) {
  const text = typeof value === 'string' ? value : ''
  if (type === 'boolean') {
    return (
      <input
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (type === 'choice') {
    return (
      <select required={isRequired} value={text} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="" />
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  }
  const given = {
    required: isRequired,
    value: text,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }): void => onChange(currentTarget.value),
  }
  return type === 'number' ? (
    <input type="number" step={isWhole ? 1 : 'any'} {...given} />
  ) : (
    <input type="text" {...given} />
  )
}
