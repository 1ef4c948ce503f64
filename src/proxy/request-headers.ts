/** Headers of one connection, which a proxy does not pass on. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
])

/** The headers of a request for its target, as names and values in turn; names keep their spelling and order. */
export function requestHeaders(
  raw: readonly string[],
  { host, connection, isModelCall }: { host: string; connection: string | undefined; isModelCall: boolean },
): string[] {
  const listed = listedIn(connection)
  const headers = ['Host', host]
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]]
    const plain = name.toLowerCase()
    if (plain === 'host' || ofConnection.has(plain) || listed?.includes(plain) === true) continue
    // An answer without compression can be counted while it flows, and saves both sides the work.
    if (isModelCall && plain === 'accept-encoding') continue
    headers.push(name, value)
  }
  if (isModelCall) headers.push('Accept-Encoding', 'identity')
  return headers
}

/** The headers of a request for an answer without compression and in one piece, in which a key can be found. */
export function readableAnswer(headers: readonly string[]): string[] {
  const kept: string[] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index], headers[index + 1]]
    if (!/^(?:accept-encoding|range|if-range)$/i.test(name)) kept.push(name, value)
  }
  return [...kept, 'Accept-Encoding', 'identity']
}

/** The headers of an answer for the client. Node frames the body anew. */
export function answerHeaders(raw: readonly string[], connection: string | undefined): string[] {
  const listed = listedIn(connection)
  const headers: string[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]]
    const plain = name.toLowerCase()
    if (plain === 'transfer-encoding' || ofConnection.has(plain) || listed?.includes(plain) === true) continue
    headers.push(name, value)
  }
  return headers
}

/** What the body and the host of a request depend on: without their length, a body would be read as further requests. */
const needed: ReadonlySet<string> = new Set(['content-length', 'host', 'transfer-encoding'])

/** The headers that `Connection` declares to be of this connection. */
function listedIn(connection: string | undefined): string[] | undefined {
  if (connection === undefined || /^(?:keep-alive|close)$/i.test(connection)) return undefined
  const names = connection.toLowerCase().split(',')
  return names.map((name) => name.trim()).filter((name) => !needed.has(name))
}

/** The headers of a request whose body was read and is sent as a whole, without coding. */
export function wholeBodyHeaders(headers: readonly string[], length: number): string[] {
  const kept: string[] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index], headers[index + 1]]
    if (!/^content-(?:length|encoding)$|^transfer-encoding$/i.test(name)) kept.push(name, value)
  }
  return [...kept, 'Content-Length', String(length)]
}
