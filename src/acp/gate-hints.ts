import type { CapstanErrorOptions } from '../core/capstan-error.ts'

const hints: Readonly<Record<string, Pick<CapstanErrorOptions, 'hint' | 'commandHint'>>> = {
  'session.load': { hint: 'Open a new session.' },
  'session.resume': {
    hint: 'Leave out sessionId to begin a new session.',
    commandHint: 'Leave out --resume to begin a new session.',
  },
  'session.fork': {
    hint: 'Leave out forkSessionId to begin a new session.',
    commandHint: 'Leave out --fork to begin a new session.',
  },
  'session.additional-directories': {
    hint: 'Leave out additionalDirectories.',
    commandHint: 'Leave out --add-dir.',
  },
  'session.system-prompt': { hint: 'Put the instructions into the prompt.' },
  'mcp.http': { hint: 'Use a stdio server.' },
  'mcp.sse': { hint: 'Use an http or stdio server.' },
  'prompt.image': { hint: 'Leave out the image, or use another agent.' },
  'prompt.audio': { hint: 'Leave out the audio, or use another agent.' },
  'prompt.embedded-context': { hint: 'Name the file in the prompt instead.' },
}

/** Hints for missing capabilities that agents advertise. */
export function gateHint(id: string): Pick<CapstanErrorOptions, 'hint' | 'commandHint'> {
  return hints[id] ?? {}
}
