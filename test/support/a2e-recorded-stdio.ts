import { serveStdio } from '../../src/a2e/transports/stdio-server.ts'
import { recordedHost } from '../a2e/recorded-host.ts'

/** A host with Capstan’s own plugins on stdin and stdout, in the folder it is given. */
const host = await recordedHost((process.argv[2] ?? '').split(','), process.argv[3] ?? '')
await serveStdio(host).closed
await host.close()
