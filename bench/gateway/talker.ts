import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { RunInput } from '../../src/gateway/ag-ui/input.ts'
import { ThreadMemory } from '../../src/gateway/ag-ui/thread-memory.ts'
import { AgUiTranslator } from '../../src/gateway/ag-ui/translator.ts'
import type { RunSink } from '../../src/gateway/threads/run-sink.ts'
import type { ServedAgent } from '../../src/gateway/served-agent.ts'

/** The text of each piece. */
export const piece = 'twenty characters ok '

/** A short delay: no agent answers immediately. */
export function thinking(): Promise<void> {
  return sleep(1)
}

/** An in-process agent that emits the requested number of text pieces. */
export const talker: ServedAgent = {
  id: 'talker',
  name: 'Talker',
  description: '',
  busy: 0,
  capabilities: () => Promise.resolve({}),
  run: (input) => ({ start: (sink) => talk(input, sink), disconnect: () => undefined }),
  connect: () => ({ start: () => Promise.resolve(), disconnect: () => undefined }),
  stop: () => false,
  close: () => Promise.resolve(),
}

async function talk({ threadId, runId, forwardedProps }: RunInput, sink: RunSink): Promise<void> {
  const translator = new AgUiTranslator({
    threadId,
    runId,
    generation: 'current',
    memory: new ThreadMemory(),
  })
  await sink.write(translator.begin())
  await thinking()
  for (let index = 0; index < Number(forwardedProps); index++) {
    await sink.write(translator.take({ type: 'text.delta', text: piece, messageId: 'm1' }))
    if (index % 64 === 63) await nextTurn()
  }
  await sink.write(translator.end({ type: 'finished', stopReason: 'end-turn' }))
}
