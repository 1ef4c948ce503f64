import type { Command } from '../command.ts'
import { printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'

/**
 * A script for each shell. It asks `capstan completion words` for completions, so it never gets outdated, and falls back
 * to file names.
 */
const shells: Readonly<Record<string, string>> = {
  // Bash splits --flag=value into three words.
  bash: `_capstan() {
  local IFS=$'\\n' word=\${COMP_WORDS[COMP_CWORD]#=}
  COMPREPLY=($(compgen -W "$(capstan completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$word" 2>/dev/null)" -- "$word"))
}
complete -o default -F _capstan capstan`,
  // Works both sourced and as a file named _capstan in $fpath.
  zsh: `#compdef capstan
_capstan() {
  local -a found
  found=("\${(@f)$(capstan completion words -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  if (( \${#found[1]} )); then compadd -a found; else _files; fi
}
if [[ \${funcstack[1]} = _capstan ]]; then
  _capstan
else
  (( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit }
  compdef _capstan capstan
fi`,
  fish: `function __capstan_complete
  set -l found (capstan completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c capstan -f -a '(__capstan_complete)'`,
  powershell: `Register-ArgumentCompleter -Native -CommandName capstan -ScriptBlock {
  param($word, $ast, $position)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -eq '') { $words += '""' }
  capstan completion words -- @words 2>$null | Where-Object { $_ -like "$word*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}`,
}

export const completion: Command = {
  description:
    'Prints a script that completes commands, flags, agents and models. ' +
    'Load it in the startup file of your shell.',
  usage: `<${Object.keys(shells).join('|')}>`,
  options: [],
  maxArguments: Infinity,
  examples: [
    'source <(capstan completion bash)',
    'source <(capstan completion zsh)',
    'capstan completion fish | source',
    'capstan completion powershell | Out-String | Invoke-Expression',
  ],
  async run({ arguments: [shell = '', ...words], commands, output }) {
    if (shell === 'words') {
      const { candidates } = await import('./completion/candidates.ts')
      for (const word of await candidates(words, commands)) printLine('stdout', word)
      return 0
    }
    const script = shells[shell]
    if (script === undefined) {
      const next = `Use one of ${Object.keys(shells).join(', ')}.`
      throw new UsageError(shell === '' ? 'The shell is missing' : `No completion for ${shell}`, next)
    }
    output.data({ shell, script }, () => script)
    return 0
  },
}
