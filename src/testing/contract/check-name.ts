/** Every check of the contract, in the order in which they run. The names are stable. */
export const checkNames = [
  'handshake',
  'text',
  'thinking',
  'tool-read',
  'tool-allow',
  'tool-deny',
  'edit',
  'cancel',
  'resume',
  'load',
  'fork',
  'list',
  'close',
  'delete',
  'mcp',
  'image',
  'additional-directory',
  'model',
  'effort',
  'mode',
  'usage',
  'auth-error',
  'rate-limit',
  'server-error',
  'crash',
] as const

/** A check of the contract. */
export type CheckName = (typeof checkNames)[number]
