import type { Setting } from '../../../config/settings.ts'

/** A setting as a row: key, value, source. */
export function settingRow({ path, value, source, from }: Setting): [string, string, string] {
  const place = source === 'environment' ? `variable ${from}` : `${source} file ${from}`
  return [clean(path.join('.')), clean(valueText(value)), clean(place)]
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Text from a project's file must not control the terminal. */
function clean(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?')
}
