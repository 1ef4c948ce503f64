import { StringDecoder } from 'node:string_decoder'
import { A2EError } from '../../a2e-error.ts'
import { runCommandLazily } from '../process.lazy.ts'
import { programEnvironment, requireProgram, type ProgramOptions } from '../program.ts'
import { RootFiles } from '../root/root-files.ts'
import { defineTool, ToolOutput, type Tool } from './tool.ts'

export interface CommandToolOptions extends ProgramOptions {
  /** The longest a command may take, in milliseconds; two minutes if not given. */
  timeout?: number
  /** How much of each output is kept, in bytes; 64 × 1024 if not given. */
  maxOutputBytes?: number
}

interface CommandInput {
  command: string[]
  cwd?: string
  input?: string
  timeout?: number
}

/** The tool that runs a program to its end, without a shell, in a folder below the root. */
export function commandTool(options: CommandToolOptions = {}): Tool {
  const { timeout: longest = 120_000, maxOutputBytes = 64 * 1024 } = options
  return defineTool<CommandInput>({
    name: 'run_command',
    description: 'Runs a program to its end, without a shell',
    parameters: {
      type: 'object',
      properties: {
        command: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          description: 'The program and its arguments',
        },
        cwd: { type: 'string', description: 'The folder it runs in, relative to the root folder' },
        input: { type: 'string', description: 'What it reads from its stdin' },
        timeout: { type: 'number', minimum: 0.001, description: 'How long it may take, in seconds' },
      },
      required: ['command'],
      additionalProperties: false,
    },
    tags: ['command'],
    run: async ({ command: [program = '', ...rest], cwd = '.', input, timeout }, context) => {
      requireProgram(program, options)
      const decoder = new StringDecoder('utf8')
      return new RootFiles(context.root).inFolder(cwd, async (folder) => {
        const result = await runCommandLazily({
          command: program,
          arguments: rest,
          cwd: folder.path,
          environment: programEnvironment(options),
          ...(input === undefined ? {} : { input }),
          timeout: Math.min(longest, (timeout ?? Infinity) * 1000),
          // One more than is shown, to know whether there was more.
          maxOutputBytes: maxOutputBytes + 1,
          signal: context.signal,
          onOutput: (chunk) => context.emit('log', { level: 'info', message: decoder.write(chunk) }),
        })
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
    ...(exitCode === 0 ? {} : { error: `It ended with ${signal ?? `exit code ${exitCode}`}` }),
  })
}

function cutTo(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text
  // A character that was cut in two is left out.
  return Buffer.from(text)
    .subarray(0, limit)
    .toString('utf8')
    .replace(/\uFFFD$/, '')
}

function timeoutError(program: string): A2EError {
  return new A2EError('timeout', `${program} took too long and was ended`, { capabilityName: 'tools' })
}
