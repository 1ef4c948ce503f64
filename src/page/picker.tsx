interface PickerProps {
  readonly label: string
  readonly value: string
  /** Label of the empty option; undefined if a value is always set. */
  readonly defaultLabel?: string | undefined
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onPick: (value: string) => void
}

export function Picker({ label, value, defaultLabel, options, onPick }: PickerProps) {
  return (
    <label class="picker">
      <span>{label}</span>
      <select value={value} onChange={(event) => onPick(event.currentTarget.value)}>
        {defaultLabel !== undefined && <option value="">{defaultLabel}</option>}
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
