/** A process with one proxy, so that its CPU time is measured without those of client and provider. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createModelProxy } from '../../src/proxy/create-model-proxy.ts'
import { createBarePipe } from './bare-pipe.ts'

const [kind = '', port = ''] = process.argv.slice(2)
const listener = kind === 'bare' ? createBarePipe(Number(port)).server : createServer()
if (kind === 'capstan') {
  const options = { hosts: [], intercepted: [], keys: [], environment: {}, onCall() {}, onBlocked() {} }
  createModelProxy(options).serveUpstream(listener, `http://127.0.0.1:${port}`)
}
listener.listen(0, '127.0.0.1', () => process.send?.({ port: (listener.address() as AddressInfo).port }))
process.on('message', () => {
  globalThis.gc?.()
  process.send?.({ cpu: process.cpuUsage() })
})
process.on('disconnect', () => process.exit())
