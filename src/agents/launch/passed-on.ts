import type { AgentDefinition } from '../definition/definition.ts'

/** Variables that every program needs: paths, terminal and language. */
const commonVariables = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TERM',
  'SHELL',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'XDG_CACHE_HOME',
  'XDG_RUNTIME_DIR',
]
/** Proxy and certificate variables, required in many company networks. */
const networkVariables = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
]
const windowsVariables = [
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'SystemRoot',
  'ComSpec',
  'TEMP',
  'PATHEXT',
]

/** Names of the caller's variables that an agent needs: paths, settings and credentials. */
export function passedOnTo({ auth, variables = [] }: AgentDefinition): string[] {
  const { companions = [] } = auth
  const own = [...auth.variables, ...companions, ...variables]
  return [...commonVariables, ...networkVariables, ...windowsVariables, ...own]
}
