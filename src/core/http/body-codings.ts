import type { IncomingHttpHeaders } from 'node:http'
import type { Transform } from 'node:stream'

const decoders: Readonly<Record<string, () => Transform | undefined>> = {
  gzip: () => process.getBuiltinModule('node:zlib').createGunzip(),
  'x-gzip': () => process.getBuiltinModule('node:zlib').createGunzip(),
  deflate: () => process.getBuiltinModule('node:zlib').createInflate(),
  br: () => process.getBuiltinModule('node:zlib').createBrotliDecompress(),
  // Absent before Node 22.15.
  zstd: () => process.getBuiltinModule('node:zlib').createZstdDecompress?.(),
}

/** The coding of a body; undefined if the bytes are the body itself. */
export function codingOf(headers: IncomingHttpHeaders): string | undefined {
  const coding = headers['content-encoding']?.trim().toLowerCase()
  return coding === undefined || coding === '' || coding === 'identity' ? undefined : coding
}

/** A decoder of a coding; undefined for one that is not known. */
export function decoderOf(coding: string): Transform | undefined {
  return Object.hasOwn(decoders, coding) ? decoders[coding]?.() : undefined
}

/** The decoded bytes; undefined if they cannot be decoded, or are more than this. */
export async function decodedBytes(
  bytes: Buffer,
  { coding, max }: { coding: string; max: number },
): Promise<Buffer | undefined> {
  const decoder = decoderOf(coding)
  if (decoder === undefined) return undefined
  decoder.end(bytes)
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > max) return undefined
    }
  } catch {
    return undefined
  }
  return Buffer.concat(chunks)
}
