import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { A2EError } from '../../src/a2e/a2e-error.ts'
import { catalog } from '../../src/a2e/catalog.ts'
import { A2EClient } from '../../src/a2e/client.ts'
import { createHost, type A2EHost, type HostOptions } from '../../src/a2e/host.ts'
import type { Fields, PluginRequestType } from '../../src/a2e/messages/messages.ts'
import { checkJsonSchema } from '../../src/core/json-schema/check-json-schema.ts'

type Message = Readonly<Record<string, unknown>>

type Ask = <Type extends PluginRequestType>(
  type: Type,
  fields: Fields<Type>,
) => Promise<Record<string, unknown>>

/** An agent at a host. Everything it gets has been checked against the published schema. */
export interface A2EAgent {
  /** The fields of an answer, without the envelope. */
  readonly ask: Ask
  /** The code, message and detail of the error a request is answered with. */
  readonly refusal: Ask
  /** The events of its requests, in order. */
  readonly events: Record<string, unknown>[]
  /** The messages that the host pushed. */
  readonly pushes: Record<string, unknown>[]
  /** Resolves with the first push that fits, also with an earlier one. */
  readonly pushed: (fits: (push: Record<string, unknown>) => boolean) => Promise<Record<string, unknown>>
  readonly close: () => Promise<void>
}

/** A folder of its own for a test. */
export function testFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-a2e-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A host that is closed with the test. */
export async function testHost(options: HostOptions): Promise<A2EHost> {
  const host = await createHost({ log: () => {}, ...options })
  onTestFinished(() => host.close())
  return host
}

/** An agent after its handshake. */
export async function testAgent(
  host: A2EHost,
  capabilities: readonly string[],
  agentId = 'agent',
): Promise<A2EAgent> {
  const events: Record<string, unknown>[] = []
  const pushes: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  const client = new A2EClient({
    to: { host },
    capabilities,
    agentId,
    onPush: (message) => {
      pushes.push(fieldsOf(message))
      for (const look of waiting) look()
    },
  })
  await client.connect()
  const ask: Ask = async (type, fields) =>
    fieldsOf(
      await client.request(type, fields, {
        onEvent: (event) => void events.push(fieldsOf(event as Message)),
      }),
    )
  return {
    events,
    pushes,
    ask,
    refusal: async (type, fields) => {
      const error: unknown = await ask(type, fields).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (!(error instanceof A2EError)) throw new Error(`${type} was not refused`, { cause: error })
      return { code: error.code, message: error.message, detail: error.detail }
    },
    pushed: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = pushes.find(fits)
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    close: () => client.close(),
  }
}

const around = new Set(['type', 'id', 'req_id', 'version', 'a2e', 'ts'])

function fieldsOf(message: Message): Record<string, unknown> {
  const { schema } = catalog.get(String(message['type'])) ?? { schema: { not: {} } }
  const { issues } = checkJsonSchema(schema, message)
  if (issues.length > 0) throw new Error(`${String(message['type'])} does not fit: ${JSON.stringify(issues)}`)
  return Object.fromEntries(Object.entries(message).filter(([name]) => !around.has(name)))
}
