/** The messages of npm for a package that cannot be fetched: missing, no network, or a registry error. */
const fetchFaults =
  /^(E404|ETARGET|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ETIMEDOUT|E[A-Z]+TIMEOUT|E429|E5\d\d)$/

/** Why npm could not fetch a package; undefined for any other failure. */
export function fetchFaultOf(output: string): string | undefined {
  const codes = [...output.matchAll(/^npm (?:error|ERR!) code (\S+)\s*$/gm)].map(([, code = '']) => code)
  return codes.find((code) => fetchFaults.test(code))
}
