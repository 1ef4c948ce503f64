/** The command and arguments for the system. */
export interface CommandLine {
  command: string
  args: string[]
  /** Whether the arguments are quoted already. */
  verbatim: boolean
}

/**
 * How a program is started on a platform.
 * Windows cannot start a batch file, as npm writes for each bin, without its interpreter.
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
