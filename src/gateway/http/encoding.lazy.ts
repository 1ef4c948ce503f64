import type { AgUiEvent } from '../ag-ui/events.ts'
import type { Generation } from '../ag-ui/generation.ts'
import { binaryType, type EventEncoding, serverSentEvents, wantsBinary } from './encoding.ts'

/** Whether `@ag-ui/proto` is installed. */
export async function canEncodeBinary(): Promise<boolean> {
  return (await loadEncode()) !== undefined
}

/**
 * The encoding that a client requests. The binary one needs the optional package `@ag-ui/proto`. Clients before 1.0 get
 * text, because their binary form lacks some events.
 */
export async function encodingFor(
  accept: string | undefined,
  generation: Generation,
): Promise<EventEncoding> {
  if (generation === 'legacy' || !wantsBinary(accept)) return serverSentEvents
  const encode = await loadEncode()
  if (encode === undefined) return serverSentEvents
  return {
    contentType: binaryType,
    encode: (events) => {
      const frames = events.map((event) => encode(event))
      const bytes = new Uint8Array(frames.reduce((length, frame) => length + 4 + frame.length, 0))
      const view = new DataView(bytes.buffer)
      let at = 0
      for (const frame of frames) {
        view.setUint32(at, frame.length)
        bytes.set(frame, at + 4)
        at += 4 + frame.length
      }
      return bytes
    },
  }
}

let loading: Promise<((event: AgUiEvent) => Uint8Array) | undefined> | undefined

function loadEncode(): Promise<((event: AgUiEvent) => Uint8Array) | undefined> {
  loading ??= import('@ag-ui/proto').then(
    ({ encode }) => encode as unknown as (event: AgUiEvent) => Uint8Array,
    () => undefined,
  )
  return loading
}
