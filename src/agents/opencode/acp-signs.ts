import { statusIn } from '../provider-failure.ts'
import type { ReadLogSign } from '../provider-sign.ts'

/** Reads a line of its log. Requests for titles (`small=true`) have nothing to do with the answer. */
export const opencodeLogSign: ReadLogSign = (line) => {
  if (!/ message="stream error" /.test(line) || / small=true /.test(line)) return undefined
  const reason = / error\.error="((?:[^"\\]|\\.)*)"/.exec(line)?.[1]
  return { type: 'retry', ...(reason === undefined ? {} : { reason, status: statusIn(reason) }) }
}
