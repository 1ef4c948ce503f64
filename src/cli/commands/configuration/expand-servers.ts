import { CapstanError } from '../../../core/capstan-error.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Texts = Readonly<Record<string, string>>

interface Expandable {
  env?: Texts | undefined
  headers?: Texts | undefined
}

/**
 * Replaces `${NAME}` in the variables and headers of MCP servers by the value of the environment variable.
 * @throws CapstanError `CONFIG_INVALID` for a variable that is not set.
 */
export function expandServers<Server extends Expandable>(
  servers: Readonly<Record<string, Server>>,
  environment: Environment,
): Record<string, Server> {
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => {
      const { env, headers } = server
      return [
        name,
        {
          ...server,
          ...(env === undefined ? {} : { env: expanded(env, { name, environment }) }),
          ...(headers === undefined ? {} : { headers: expanded(headers, { name, environment }) }),
        },
      ]
    }),
  )
}

function expanded(
  texts: Texts,
  { name, environment }: { name: string; environment: Environment },
): Record<string, string> {
  const valueOf = (_: string, variable: string): string => {
    const value = environment[variable]
    if (value !== undefined) return value
    throw new CapstanError(
      'CONFIG_INVALID',
      `mcpServers.${name} needs the environment variable ${variable}, which is not set`,
      {
        hint: `Set ${variable}, or remove the server from the configuration.`,
      },
    )
  }
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, text.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, valueOf)]),
  )
}
