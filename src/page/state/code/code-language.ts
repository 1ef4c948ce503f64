/** Labels of code blocks by language; the language itself is a label too. */
const aliases = {
  bash: ['sh', 'shell', 'zsh', 'console', 'shellscript'],
  c: ['cpp', 'c++', 'h', 'hpp', 'cc', 'cxx', 'objc'],
  css: ['scss', 'less'],
  diff: ['patch'],
  docker: ['dockerfile'],
  go: ['golang'],
  html: ['vue', 'svelte'],
  ini: ['properties', 'conf'],
  java: ['kotlin', 'kt', 'cs', 'csharp', 'c#', 'scala', 'groovy'],
  js: ['javascript', 'jsx', 'mjs', 'cjs', 'node'],
  json: ['json5', 'jsonc', 'jsonl'],
  lua: [],
  make: ['makefile'],
  md: ['markdown', 'mdx'],
  py: ['python', 'python3', 'pyi'],
  rs: ['rust'],
  sql: ['mysql', 'postgres', 'postgresql', 'sqlite'],
  toml: [],
  ts: ['typescript', 'tsx', 'mts', 'cts'],
  xml: ['svg', 'plist'],
  yaml: ['yml'],
} as const

export type CodeLanguage = keyof typeof aliases

/** The language of a label such as `TypeScript`; undefined if it has no colors. */
export function languageNamed(label: string): CodeLanguage | undefined {
  const name = label.toLowerCase()
  return (Object.keys(aliases) as CodeLanguage[]).find(
    (language) => language === name || (aliases[language] as readonly string[]).includes(name),
  )
}
