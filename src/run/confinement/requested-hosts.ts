import type { PermissionRequestedEvent } from '../../events/permission.ts'
import { targetOf } from '../../proxy/hosts/target.ts'

const address = /\b(?:https?|wss?):\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d+))?/gi

/** The hosts that a request names in its command or input: its permission includes them. */
export function requestedHosts({ subject }: PermissionRequestedEvent): string[] {
  const asked = subject?.type === 'tool-call' ? [subject.toolCall.input, subject.toolCall.title] : [subject]
  return [
    ...new Set(
      Array.from(JSON.stringify(asked).matchAll(address), ([, host = '', port]) =>
        port === undefined ? host : `${host}:${port}`,
      ).filter((host) => targetOf(host, true) !== undefined),
    ),
  ]
}
