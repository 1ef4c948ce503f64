import type { Command } from '../command.ts'
import { printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'
import { shells } from './completion/scripts.ts'

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
