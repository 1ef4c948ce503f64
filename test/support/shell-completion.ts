import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What is written between the words of one line and those of the next. */
const end = '----'

const bash = `
source <(capstan completion bash)
for line in "$@"; do
  IFS=$' ' read -ra COMP_WORDS <<<"\${line//=/ = }"
  [[ $line == *[\\ =] ]] && COMP_WORDS+=('')
  COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
  _capstan; printf '%s\\n' "\${COMPREPLY[@]}" ${end}
done`

const fish = `
capstan completion fish | source
for line in $argv
  complete -C $line
  echo ${end}
end`

/** A zsh of its own in a terminal, where the line editor and the completion system run; what it would show goes to a file. */
const zsh = `
zmodload zsh/zpty
export OFFERED=$HOME/offered
zpty shell zsh -f -i
zpty -w shell 'PROMPT=; source <(capstan completion zsh)
compadd() {
  if [[ " $* " == *" -"[OAD]" "* ]]; then builtin compadd "$@"; return; fi
  local -a words; builtin compadd -O words "$@"
  (( $#words )) && print -rl -- $words >> $OFFERED
}
finish() { print -r -- ${end} >> $OFFERED }
complete-line() { comppostfuncs=(finish); zle complete-word; zle kill-buffer }
zle -N complete-line; bindkey "^I" complete-line
finish'
wait-for() { until [[ $(grep -cx -- ${end} $OFFERED 2>/dev/null) == $1 ]] { zpty -rt shell screen; sleep 0.02 } }
wait-for 1
count=1
for line in "$@"; do zpty -wn shell "$line"$'\\t'; wait-for $((++count)); done
zpty -d shell
sed 1d $OFFERED`

const commands = {
  bash: ['-c', bash, 'bash'],
  zsh: ['-fc', zsh, 'zsh'],
  fish: ['--no-config', '-c', fish],
} as const

export type CompletingShell = keyof typeof commands

export function hasShell(shell: CompletingShell): boolean {
  return ['/usr/bin', '/bin'].some((folder) => existsSync(join(folder, shell)))
}

/** The words that a real shell offers at the end of each line, sorted. */
export function offeredBy(
  shell: CompletingShell,
  lines: readonly string[],
  { env, cwd }: { env: Record<string, string>; cwd: string },
): string[][] {
  const options = { env, cwd, encoding: 'utf8', timeout: 60_000 } as const
  const shown = execFileSync(shell, [...commands[shell], ...lines], options).split(`${end}\n`)
  return shown.slice(0, -1).map((words) => words.split('\n').filter(Boolean).toSorted())
}
