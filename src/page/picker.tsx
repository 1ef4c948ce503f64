interface PickerProps {
  readonly label: string
  readonly value: string
  /** What happens when nothing is chosen; undefined where something always is. */
  readonly usual?: string | undefined
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onPick: (value: string) => void
}

/** One thing out of several. */
export function Picker({ label, value, usual, options, onPick }: PickerProps) {
  return (
    <label class="picker">
      <span>{label}</span>
      <select value={value} onChange={(event) => onPick(event.currentTarget.value)}>
        {usual !== undefined && <option value="">{usual}</option>}
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
