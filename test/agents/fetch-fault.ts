/** What npm says when a package cannot be had: it is not there, the way to the registry is cut, or that is out of order. */
const fetchFaults =
  /^(E404|ETARGET|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ETIMEDOUT|E[A-Z]+TIMEOUT|E429|E5\d\d)$/

/** The fault by which npm could not fetch a package; undefined when it ended for another reason. */
export function fetchFaultOf(output: string): string | undefined {
  const codes = [...output.matchAll(/^npm (?:error|ERR!) code (\S+)\s*$/gm)].map(([, code = '']) => code)
  return codes.find((code) => fetchFaults.test(code))
}
