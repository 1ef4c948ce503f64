/** ACP's names of capabilities, for errors about capabilities that an agent did not advertise. */
const names: Readonly<Record<string, string>> = {
  'session.load': 'loadSession',
  'session.list': 'sessionCapabilities.list',
  'session.resume': 'sessionCapabilities.resume',
  'session.fork': 'sessionCapabilities.fork',
  'session.close': 'sessionCapabilities.close',
  'session.delete': 'sessionCapabilities.delete',
  'session.additional-directories': 'sessionCapabilities.additionalDirectories',
  'session.system-prompt': 'sessionCapabilities.systemPrompt',
  'mcp.stdio': 'mcpCapabilities.stdio',
  'mcp.http': 'mcpCapabilities.http',
  'mcp.sse': 'mcpCapabilities.sse',
  'prompt.image': 'promptCapabilities.image',
  'prompt.audio': 'promptCapabilities.audio',
  'prompt.embedded-context': 'promptCapabilities.embeddedContext',
}

/** ACP's name of a system prompt that replaces the agent's own. */
export const overrideName = 'sessionCapabilities.systemPrompt.mode.override'

/** The name of a capability that agents advertise over ACP; undefined for the others. */
export function acpName(id: string): string | undefined {
  return Object.hasOwn(names, id) ? names[id] : undefined
}
