import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type ProxyOptions } from 'vite'

const gateway = process.env.CAPSTAN_URL ?? 'http://127.0.0.1:8787'
// Outside of this folder: Vite serves the files in it to the browser.
const tokenFile = process.env.CAPSTAN_TOKEN_FILE ?? join(homedir(), '.capstan-token')

/** Forwards runs to the gateway and adds the token, which the browser never sees. */
const runs: ProxyOptions = {
  target: gateway,
  changeOrigin: true,
  configure: (proxy) => {
    proxy.on('proxyReq', (request) => {
      request.setHeader('authorization', `Bearer ${readFileSync(tokenFile, 'utf8').trim()}`)
      // The gateway cannot check the origin of a page that it does not know; `bypass` has checked it.
      request.removeHeader('origin')
    })
  },
  bypass: ({ headers, url }, response) => {
    if (headers.origin === undefined || URL.parse(headers.origin)?.host === headers.host) return undefined
    response?.writeHead(403).end('Requests of other origins are not allowed')
    return url
  },
}
const proxy = { '^/agents/[\\w-]+$': runs }

export default defineConfig({ server: { proxy }, preview: { proxy } })
