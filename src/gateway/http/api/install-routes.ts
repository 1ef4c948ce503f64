import { type ApiParts, drivenAgent } from './api-parts.ts'
import { installResponse } from './jobs/install-stream.ts'
import { type ApiRoute, fields, listOf, named, text } from './route.ts'
import { verifyResponse } from './jobs/verify-stream.ts'

/** Routes that make an agent ready to run: install it, verify it, and how to log in. */
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
      run: ({ params }) => installResponse(definitionOf(params['id']), { closing }),
    },
    {
      method: 'POST',
      path: '/api/agents/:id/verify',
      summary:
        'Try every claim of an installed agent, in a home and a network of its own, without its login. Streams the results, ' +
        'one JSON object per line; the last one says done or failed. One verification runs at a time. Disconnecting stops it',
      answer: named('VerifyProgress'),
      isLines: true,
      run: ({ params }) => verifyResponse(drivenAgent(parts, params['id']).id, { client, closing }),
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
