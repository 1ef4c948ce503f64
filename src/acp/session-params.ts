import { ignore } from '../core/ignore.ts'
import { allowedDirectories, requireSystemPrompt } from './gates.ts'
import type { Handshake } from './handshake.ts'
import type { AcpHostOptions } from './host-options.ts'
import { mcpServerToAcp, validateMcpServersWithCapabilities } from './mcp-servers.ts'
import type { SessionOptions } from './session-options.ts'

/** What is sent to open a session. @throws CapabilityNotSupportedError for what the agent did not advertise to take. */
export function sessionParams(
  handshake: Handshake,
  options: SessionOptions,
  { agent, strict = false, onWarning = ignore }: AcpHostOptions,
): Record<string, unknown> {
  const { cwd, mcpServers = [], additionalDirectories = [], systemPrompt } = options
  const { protocolVersion } = handshake
  if (mcpServers.length > 0) validateMcpServersWithCapabilities(mcpServers, handshake.capabilities, agent)
  // A profile is worked out when it is asked for, and kept: a session that does not need it does not ask.
  const directories =
    additionalDirectories.length === 0
      ? []
      : allowedDirectories(handshake.profile, additionalDirectories, { strict, onWarning })
  if (systemPrompt !== undefined) requireSystemPrompt(handshake, systemPrompt)
  return {
    cwd,
    mcpServers: mcpServers.map((server) => mcpServerToAcp(server, protocolVersion)),
    ...(directories.length === 0 ? {} : { additionalDirectories: [...directories] }),
    ...(systemPrompt === undefined
      ? {}
      : {
          systemPrompt: {
            mode: systemPrompt.mode,
            content: [{ type: 'text', text: systemPrompt.text }],
          },
        }),
  }
}
