import type { Setting } from '../../../config/settings.ts'

/** A setting as a row: its key, its value, and where it comes from. */
export function settingRow({ path, value, source, from }: Setting): [string, string, string] {
  const place = source === 'environment' ? `variable ${from}` : `${source} file ${from}`
  return [clean(path.join('.')), clean(valueText(value)), clean(place)]
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What a project's file says must not control the terminal. */
function clean(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?')
}
