import { createHost } from '../../src/a2e/host.ts'
import { serveStdio } from '../../src/a2e/transports/stdio-server.ts'
import { echoTools, emptyEnv, emptyMemory } from './a2e-plugins.ts'

/** A host on stdin and stdout, for tests that start one. */
const host = await createHost({ plugins: [echoTools, emptyMemory, emptyEnv] })
await serveStdio(host).closed
await host.close()
