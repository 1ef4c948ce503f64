/** The command and arguments for the system. */
export interface CommandLine {
  command: string
  args: string[]
  /** Whether the arguments are already quoted. */
  verbatim: boolean
}

/**
 * The command line that starts a program on a platform.
 * Windows needs the interpreter to start a batch file, and npm writes a batch file for each bin.
 */
export function commandLine(
  command: string,
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
): CommandLine {
  if (platform !== 'win32' || !/\.(cmd|bat)$/i.test(command))
    return { command, args: [...args], verbatim: false }
  const line = [command, ...args].map(quoteForBatch).join(' ')
  return { command: 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true }
}

/** Quotes once for the program and once for the interpreter, whose special characters are escaped with `^`. */
function quoteForBatch(argument: string): string {
  const quoted = `"${argument.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`
  return quoted.replaceAll(/[()%!^"<>&|;, ]/g, '^$&')
}
