#!/usr/bin/env node
import { CapstanError } from '../../core/capstan-error.ts'
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import { readTranscript } from '../transcript.ts'
import { TranscriptPlayer } from './player.ts'

/** Plays the agent's side of a recorded conversation on stdin and stdout: `capstan-replay <file>`. */
async function main(path: string | undefined): Promise<number> {
  if (path === undefined) {
    report('name a transcript: capstan-replay <file>')
    return 2
  }
  const transcript = await readTranscript(path)
  const player = new TranscriptPlayer({ transcript, send, report })
  const left = listen(player)
  const end = await player.play()
  const { code } = transcript.exit ?? {}
  // If the recorded agent failed, fail at the same point; if the client ended it, wait for the client.
  if (end === 'ended' && code) return code
  await left
  return 0
}

/** Passes on the messages of the client. Resolves when the client has closed its output. */
function listen(player: TranscriptPlayer): Promise<void> {
  const decoder = new JsonLinesDecoder({
    onValue: (value) => player.receive((value ?? {}) as Record<string, unknown>),
    onBadLine: (error) => report(error.message),
  })
  return new Promise((resolve) => {
    process.stdin.on('data', (chunk: Buffer) => decoder.push(chunk))
    process.stdin.once('close', () => {
      decoder.end()
      player.leave()
      resolve()
    })
  })
}

function send(message: object): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve()))
}

function report(line: string): void {
  process.stderr.write(`capstan-replay: ${line}\n`)
}

// The client has left: ignore the write error.
process.stdout.on('error', () => process.exit(0))
try {
  process.exitCode = await main(process.argv[2])
} catch (error) {
  if (!CapstanError.isInstance(error)) throw error
  report(error.message)
  process.exitCode = 2
}
process.stdin.destroy()
