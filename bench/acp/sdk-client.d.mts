import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { PlainClient } from './hand-written-client.mjs'

/** The official client for version 1, used as its documentation shows; its handler comes first, so that none is lost. */
export function connectBySdk(
  command: readonly [string, ...string[]],
  onUpdate: (update: SessionUpdate) => void,
): Promise<PlainClient>
