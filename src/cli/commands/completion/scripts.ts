/** A script for each shell: it asks the program for the words that fit, so that it never grows old. */
export const shells: Readonly<Record<string, string>> = {
  bash: `_capstan() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(capstan completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _capstan capstan`,
  zsh: `_capstan() {
  local -a found
  found=("\${(@f)$(capstan completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#found[1]} )); then compadd -a found; else _files; fi
}
compdef _capstan capstan`,
  fish: `complete -c capstan -a '(capstan completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
  powershell: `Register-ArgumentCompleter -Native -CommandName capstan -ScriptBlock {
  param($word, $ast, $position)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -eq '') { $words += '""' }
  capstan completion words -- @words 2>$null | Where-Object { $_ -like "$word*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}`,
}
