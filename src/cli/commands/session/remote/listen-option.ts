import type { NetworkListenOptions } from '../../../../sessions/wire/remote/network-address.ts'
import type { Invocation, Option } from '../../../command.ts'
import { UsageError } from '../../../usage-error.ts'

export const listenOptions: readonly Option[] = [
  {
    name: 'listen',
    value: '<host:port>',
    help: 'also listen for sessions of other machines; needs TLS unless the host is 127.0.0.1',
  },
  { name: 'tls-cert', value: '<file>', help: 'certificate for --listen, in PEM' },
  { name: 'tls-key', value: '<file>', help: 'key of the certificate, in PEM' },
]

/** Where the daemon listens for other machines. @throws UsageError */
export function listenOption(values: Invocation['values']): NetworkListenOptions | undefined {
  const typed = values.get('listen')?.[0]
  const [cert, key] = [values.get('tls-cert')?.[0], values.get('tls-key')?.[0]]
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('--tls-cert and --tls-key belong together')
  if (typed === undefined) {
    if (cert !== undefined) throw new UsageError('--tls-cert needs --listen', 'Add --listen <host:port>.')
    return undefined
  }
  const [, hostname, port] = /^(.+):(\d{1,5})$/.exec(typed) ?? []
  if (hostname === undefined || Number(port) > 65_535)
    throw new UsageError(`--listen ${typed} is not an address`, 'Use host:port, such as 0.0.0.0:7443.')
  return {
    hostname: hostname.replaceAll(/[[\]]/g, ''),
    port: Number(port),
    ...(cert === undefined || key === undefined ? {} : { tls: { cert: read(cert), key: read(key) } }),
  }
}

function read(file: string): string {
  try {
    return process.getBuiltinModule('node:fs').readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}
