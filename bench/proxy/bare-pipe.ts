import { Agent, createServer, request, type Server } from 'node:http'

/** A hand-written reverse proxy on `node:http` that only pipes. */
export function createBarePipe(port: number): { server: Server; agent: Agent } {
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, response) => {
    const { method = 'GET', url = '/', headers } = incoming
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  return { server, agent }
}
