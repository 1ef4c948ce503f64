import { type ApiParts, drivenAgent } from './api-parts.ts'
import { installStream } from './install-stream.ts'
import { type ApiRoute, fields, listOf, named, text } from './route.ts'

const headers = {
  'content-type': 'application/x-ndjson',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** Routes that make an agent ready to run: install it, and how to log in. */
export function installRoutes(parts: ApiParts): ApiRoute[] {
  const { client, closing } = parts
  const definitionOf = (id: string | undefined) => client.adapters.get(drivenAgent(parts, id).id).definition
  return [
    {
      method: 'POST',
      path: '/api/agents/:id/install',
      summary:
        "Install an agent and its bridge into Capstan's own folder. Streams the installer's output, one JSON object per " +
        'line; the last one says done or failed. Disconnecting aborts the installation',
      answer: named('InstallProgress'),
      isLines: true,
      run: ({ params }) => new Response(installStream(definitionOf(params['id']), { closing }), { headers }),
    },
    {
      method: 'GET',
      path: '/api/agents/:id/login',
      summary: 'Get how to log in to an agent: a command for a terminal, and variables that can hold a key',
      answer: fields({ command: text, variables: listOf(text) }, 'command', 'variables'),
      run: async ({ params }) => {
        const { id, auth } = definitionOf(params['id'])
        const { path } = await client.adapters.detect(id)
        return { command: reachable(auth.login ?? '', path), variables: auth.variables }
      },
    },
  ]
}

/** The command with the full path of its program, if the terminal would not find it: Capstan's folder is not on the PATH. */
function reachable(command: string, program: string | undefined): string {
  if (program === undefined) return command
  const path = process.getBuiltinModule('node:path')
  const [name, ...rest] = command.split(' ')
  const isOnPath = (process.env['PATH'] ?? '').split(path.delimiter).includes(path.dirname(program))
  return isOnPath || name !== path.basename(program) ? command : [program, ...rest].join(' ')
}
