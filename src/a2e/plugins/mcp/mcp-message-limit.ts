/** The error text for a message of a server over the limit. */
export function tooLargeText(maxBytes: number): string {
  return `${tooLarge} ${maxBytes} bytes`
}

const tooLarge = 'The server sent a message of more than'

/** What to do about an error text of `tooLargeText`. */
export function hintOf(text: string): { hint?: string } {
  return text.startsWith(tooLarge)
    ? { hint: 'Request less of the server at a time, or raise `maxMessageBytes` of the plugin.' }
    : {}
}

export interface MessageLimit {
  maxBytes: number
  /** Creates the error of a body over the limit. */
  failure: () => Error
}

const lineFeed = 10
const carriageReturn = 13

/** A response whose body fails when a message in it is over the limit: an event of a stream, or the whole of another body. */
export function limitMessages(response: Response, { maxBytes, failure }: MessageLimit): Response {
  const { body, status, statusText, headers } = response
  if (body === null) return response
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
  let length = 0
  /** The length of the current line, without its end. */
  let line = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      let from = 0
      for (
        let end = isStream ? chunk.indexOf(lineFeed) : -1;
        end !== -1;
        end = chunk.indexOf(lineFeed, from)
      ) {
        const isReturn = end > from && chunk[end - 1] === carriageReturn
        line += end - from - (isReturn ? 1 : 0)
        length = line === 0 ? 0 : length + end + 1 - from
        line = 0
        from = end + 1
        if (length > maxBytes) return controller.error(failure())
      }
      line += chunk.length - from
      length += chunk.length - from
      if (length > maxBytes) return controller.error(failure())
      controller.enqueue(chunk)
    },
  })
  return new Response(body.pipeThrough(limit), { status, statusText, headers })
}
