/** Names of the variables that point programs at a certificate bundle. */
const bundleVariables = [
  'SSL_CERT_FILE',
  'CURL_CA_BUNDLE',
  'REQUESTS_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'CODEX_CA_CERTIFICATE',
  'NODE_EXTRA_CA_CERTS',
]

/** The variables that send the requests of an agent and its commands through the proxy. */
export function proxyVariables(port: number, bundle: string | undefined): Record<string, string> {
  const proxy = `http://127.0.0.1:${port}`
  const direct = 'localhost,127.0.0.1,::1'
  return {
    ...Object.fromEntries(
      ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy'].map((name) => [name, proxy]),
    ),
    NO_PROXY: direct,
    no_proxy: direct,
    // Node reads the proxy variables only with this one.
    NODE_USE_ENV_PROXY: '1',
    ...(bundle === undefined ? {} : Object.fromEntries(bundleVariables.map((name) => [name, bundle]))),
  }
}
