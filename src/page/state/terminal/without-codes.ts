const escape = String.fromCodePoint(0x1b)
const bell = String.fromCodePoint(0x07)
const code = new RegExp(
  String.raw`${escape}(?:\[[0-?]*[ -/]*[@-~]|\][^${bell}${escape}\n]*(?:${bell}|${escape}\\)|[@-Z\\^_])?`,
  'g',
)

/** A text without the codes of terminals, such as colors, which an agent quotes from a command. */
export function withoutTerminalCodes(text: string): string {
  return text.includes(escape) ? text.replaceAll(code, '') : text
}
