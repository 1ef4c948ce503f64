import { StringDecoder } from 'node:string_decoder'
import { A2EError } from '../../a2e-error.ts'
import { runCommandLazily } from '../process.lazy.ts'
import { programEnvironment, ProgramSlots, requireProgram, type ProgramOptions } from '../program.ts'
import { RootFiles } from '../root/root-files.ts'
import { defineTool, ToolOutput, type Tool } from './tool.ts'

export interface CommandToolOptions extends ProgramOptions {
  /** The maximum run time of a command, in milliseconds; two minutes if omitted. */
  timeout?: number
  /** How many bytes of stdout and of stderr to keep; 64 × 1024 if omitted. */
  maxOutputBytes?: number
}

interface CommandInput {
  command: string[]
  cwd?: string
  input?: string
  timeout?: number
}

/** The tool that runs a program without a shell, in a folder below the root, and waits for it to end. */
export function commandTool(options: CommandToolOptions = {}): Tool {
  const { timeout: longest = 120_000, maxOutputBytes = 64 * 1024 } = options
  const slots = new ProgramSlots(options)
  return defineTool<CommandInput>({
    name: 'run_command',
    description: 'Runs a program without a shell and waits for it to end',
    parameters: {
      type: 'object',
      properties: {
        command: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          description: 'The program and its arguments',
        },
        cwd: { type: 'string', description: 'The working folder, relative to the root folder' },
        input: { type: 'string', description: 'The text to write to stdin' },
        timeout: { type: 'number', minimum: 0.001, description: 'The timeout in seconds' },
      },
      required: ['command'],
      additionalProperties: false,
    },
    tags: ['command'],
    run: async ({ command: [program = '', ...rest], cwd = '.', input, timeout }, context) => {
      requireProgram(program, options)
      const decoder = new StringDecoder('utf8')
      return new RootFiles(context.root).inFolder(cwd, async (folder) => {
        const free = slots.take()
        const result = await runCommandLazily({
          command: program,
          arguments: rest,
          cwd: folder.path,
          environment: programEnvironment(options),
          ...(input === undefined ? {} : { input }),
          timeout: Math.min(longest, (timeout ?? Infinity) * 1000),
          // One byte more than is returned, to detect truncation.
          maxOutputBytes: maxOutputBytes + 1,
          signal: context.signal,
          onOutput: (chunk) => context.emit('log', { level: 'info', message: decoder.write(chunk) }),
        }).finally(free)
        if (result.timedOut) throw timeoutError(program)
        return outputOf(result, maxOutputBytes)
      })
    },
  })
}

interface CommandEnd {
  exitCode: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

function outputOf({ exitCode, signal, stdout, stderr }: CommandEnd, limit: number): ToolOutput {
  const isCut = (text: string): boolean => Buffer.byteLength(text) > limit
  return new ToolOutput({
    data: { stdout: cutTo(stdout, limit), stderr: cutTo(stderr, limit) },
    truncated: isCut(stdout) || isCut(stderr),
    ...(exitCode === null ? {} : { exitCode }),
    ...(exitCode === 0 ? {} : { error: `The program ended with ${signal ?? `exit code ${exitCode}`}` }),
  })
}

function cutTo(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text
  // Drops a character that was cut in two.
  return Buffer.from(text)
    .subarray(0, limit)
    .toString('utf8')
    .replace(/\uFFFD$/, '')
}

function timeoutError(program: string): A2EError {
  return new A2EError('timeout', `${program} timed out and was stopped`, { capabilityName: 'tools' })
}
