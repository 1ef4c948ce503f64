import type { Call } from './call.ts'
import type { ModelStreamPart } from './parts/stream-part.ts'

/** A call as a web stream: a slow reader slows the agent, and canceling the stream stops the agent. */
export function streamOf<FileData>(call: Call<FileData>): ReadableStream<ModelStreamPart<FileData>> {
  const parts = call.streamParts()
  return new ReadableStream<ModelStreamPart<FileData>>(
    {
      pull: async (controller) => {
        const { value, done } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => call.stop(),
    },
    { highWaterMark: 0 },
  )
}
