import { join } from 'node:path'
import { type Block, noteOf } from './block.ts'
import { commandsOf, type ShellCommand } from './shell-commands.ts'

/** One thing that the script of a page does, and what must come of it. */
export interface Step {
  block: Block
  command: ShellCommand
  /** Programs print nothing but what the page shows, on stdout. */
  isProgram: boolean
}

export interface PageScript {
  /** The files that the script copies into the working folder, by name in the folder of results. */
  files: Readonly<Record<string, string>>
  steps: readonly Step[]
  source: string
}

/** The languages of blocks of commands. */
export const shells: ReadonlySet<string> = new Set(['sh', 'console'])

/** Whether a block is run by the script of its page. */
export function isRunnable({ language, notes }: Block): boolean {
  if (notes.some(({ kind }) => kind === 'validated only' || kind === 'run by' || kind === 'excerpt of'))
    return false
  return language === 'ts' || shells.has(language)
}

/** One script for all blocks of a page, so that a later block finds what an earlier one has made. */
export function scriptOf(blocks: readonly Block[], results: string): PageScript {
  const files: Record<string, string> = {}
  const steps: Step[] = []
  const lines = [prelude(results)]
  for (const [index, block] of blocks.entries()) {
    const { file, text, language, line } = block
    const isProgram = language === 'ts'
    const name = file ?? (isProgram ? `block-${line}.ts` : undefined)
    const setup = noteOf(block, 'setup')
    if (setup !== undefined) lines.push(`{\n${setup}\n} >>"$results/setup" 2>&1 </dev/null`)
    if (name !== undefined && !shells.has(language)) {
      files[`file-${index}`] = text
      lines.push(`mkdir -p "$(dirname "${name}")"; cp "$results/file-${index}" "${name}"`)
    }
    if (!isRunnable(block)) continue
    const own = isProgram
      ? programStep(block, { name: name ?? '', after: blocks.slice(index + 1) })
      : commandsOf(block)
    for (const command of own) {
      steps.push({ block, command, isProgram })
      lines.push(stepLines(steps.length - 1, command, isProgram))
    }
    lines.push('end_servers')
  }
  return { files, steps, source: `${lines.join('\n')}\n` }
}

/** A program is run by itself unless a later command of the page names its file. */
function programStep(
  block: Block,
  { name, after }: { name: string; after: readonly Block[] },
): ShellCommand[] {
  const runsLater = after.some(({ language, text }) => shells.has(language) && text.includes(name))
  if (block.file !== undefined && runsLater) return []
  const [shown] = after
  const isShown = shown?.language === 'text' && shown.isAdjacent
  return [{ text: `node ${name}`, ...(isShown ? { output: shown.text } : {}), exitCode: 0, isServing: false }]
}

function stepLines(number: number, { text, isServing }: ShellCommand, isProgram: boolean): string {
  const out = `"$results/out-${number}"`
  if (isServing) return `serve ${number} <<'CAPSTAN_DOCS'\n${text}\nCAPSTAN_DOCS`
  const errors = isProgram ? `2>"$results/err-${number}"` : '2>&1'
  return [
    'started=$EPOCHREALTIME',
    `{\n${text}\n} >${out} ${errors} </dev/null`,
    `echo $? >"$results/code-${number}"; took ${number} "$started"`,
  ].join('\n')
}

/** A server runs in a process group of its own, so that it gets Ctrl-C like in a terminal. */
function prelude(results: string): string {
  return `
results=${JSON.stringify(results)}
servers=()
took() {
  echo $(((\${EPOCHREALTIME//[!0-9]/} - \${2//[!0-9]/}) / 1000)) >"$results/time-$1"
}
serve() {
  local script; script=$(cat)
  set -m
  bash -c "$script" >"$results/out-$1" 2>&1 </dev/null &
  servers+=("$1:$!")
  set +m
  for _ in $(seq 300); do
    if [ -s "$results/out-$1" ] || ! kill -0 $! 2>/dev/null; then break; fi
    sleep 0.1
  done
}
end_servers() {
  local entry pid
  for entry in "\${servers[@]}"; do
    pid=\${entry#*:}
    kill -INT -- "-$pid" 2>/dev/null
    wait "$pid"
    echo $? >"$results/code-\${entry%%:*}"
  done
  servers=()
}`.trim()
}

/** The folder of results inside the folder of a page. */
export function resultsFolder(folder: string): string {
  return join(folder, 'results')
}
