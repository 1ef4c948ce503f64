/** Names of the variables that point programs at a certificate bundle. */
const bundleVariables = [
  'SSL_CERT_FILE',
  'CURL_CA_BUNDLE',
  'REQUESTS_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'CODEX_CA_CERTIFICATE',
  'NODE_EXTRA_CA_CERTS',
]

export interface ProxyVariablesOptions {
  /** The address of the proxy. */
  readonly url: string
  /** The file with the certificates to trust. */
  readonly bundle: string | undefined
  /** Whether requests to loopback go through the proxy too. */
  readonly isForLocal: boolean
}

/** The variables that send the requests of an agent and its commands through the proxy. */
export function proxyVariables({ url, bundle, isForLocal }: ProxyVariablesOptions): Record<string, string> {
  const direct = isForLocal ? '' : 'localhost,127.0.0.1,::1'
  return {
    ...Object.fromEntries(
      ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy'].map((name) => [name, url]),
    ),
    NO_PROXY: direct,
    no_proxy: direct,
    // Node reads the proxy variables only with this one.
    NODE_USE_ENV_PROXY: '1',
    ...(bundle === undefined ? {} : Object.fromEntries(bundleVariables.map((name) => [name, bundle]))),
  }
}
