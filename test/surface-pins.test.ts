import { describe, expect, it } from 'vitest'
import { nodesOf, sourceFiles } from './support/import-graph.ts'
import { entryPoints, manifest } from './support/package.ts'
import { pinnedNames } from './support/pinned-names.ts'

/** Every name an entry point's source exports, types included. */
function exportedNames(file: string): string[] {
  const names: string[] = []
  for (const node of nodesOf(file)) {
    if (node.type !== 'ExportNamedDeclaration') continue
    const specifiers = node['specifiers'] as { exported: { name: string } }[]
    names.push(...specifiers.map(({ exported }) => exported.name))
    const declaration = node['declaration'] as Declaration | null
    if (declaration !== null) names.push(...declaredNames(declaration))
  }
  return names.toSorted()
}

interface Declaration {
  id?: { name: string }
  declarations?: { id: { name: string } }[]
}

function declaredNames({ id, declarations = [] }: Declaration): string[] {
  return id === undefined ? declarations.map((declaration) => declaration.id.name) : [id.name]
}

function namesBehind(entryPoint: string): string[] {
  return exportedNames(entryPoints.get(entryPoint) ?? '')
}

/** The code each error of the source is made with: the first argument of its constructor, or of `super`. */
function errorCodes(): string[] {
  const codes = new Set<string>()
  for (const file of sourceFiles()) {
    for (const node of nodesOf(file)) {
      const callee = node['callee'] as { type: string; name?: string } | undefined
      const [code] = (node['arguments'] ?? []) as { type: string; value?: unknown }[]
      const makesError =
        callee?.type === 'Super' || (node.type === 'NewExpression' && callee?.name?.endsWith('Error'))
      if (makesError && typeof code?.value === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code.value))
        codes.add(code.value)
    }
  }
  return [...codes].toSorted()
}

describe('the public surface', () => {
  it('has these entry points', () => {
    expect(manifest.exports).toMatchInlineSnapshot(`
      {
        ".": {
          "default": "./dist/index.js",
          "types": "./dist/index.d.ts",
        },
        "./a2e": {
          "default": "./dist/a2e/index.js",
          "types": "./dist/a2e/index.d.ts",
        },
        "./acp": {
          "default": "./dist/acp/index.js",
          "types": "./dist/acp/index.d.ts",
        },
        "./ag-ui": {
          "default": "./dist/gateway/client/index.js",
          "types": "./dist/gateway/client/index.d.ts",
        },
        "./agent.schema.json": "./dist/agents/agent.schema.json",
        "./agents": {
          "default": "./dist/agents/index.js",
          "types": "./dist/agents/index.d.ts",
        },
        "./ai-sdk": {
          "default": "./dist/ai-sdk/index.js",
          "types": "./dist/ai-sdk/index.d.ts",
        },
        "./capabilities": {
          "default": "./dist/capabilities/index.js",
          "types": "./dist/capabilities/index.d.ts",
        },
        "./capabilities/a2e": {
          "default": "./dist/capabilities/ecosystems/a2e/index.js",
          "types": "./dist/capabilities/ecosystems/a2e/index.d.ts",
        },
        "./capabilities/acp": {
          "default": "./dist/capabilities/ecosystems/acp/index.js",
          "types": "./dist/capabilities/ecosystems/acp/index.d.ts",
        },
        "./capabilities/ag-ui": {
          "default": "./dist/capabilities/ecosystems/ag-ui/index.js",
          "types": "./dist/capabilities/ecosystems/ag-ui/index.d.ts",
        },
        "./capabilities/convert": {
          "default": "./dist/capabilities/convert.js",
          "types": "./dist/capabilities/convert.d.ts",
        },
        "./capabilities/mux": {
          "default": "./dist/capabilities/ecosystems/mux/index.js",
          "types": "./dist/capabilities/ecosystems/mux/index.d.ts",
        },
        "./capabilities/relay": {
          "default": "./dist/capabilities/ecosystems/relay/index.js",
          "types": "./dist/capabilities/ecosystems/relay/index.d.ts",
        },
        "./capabilities/schemas": {
          "default": "./dist/capabilities/schemas.js",
          "types": "./dist/capabilities/schemas.d.ts",
        },
        "./config": {
          "default": "./dist/config/index.js",
          "types": "./dist/config/index.d.ts",
        },
        "./config.schema.json": "./dist/config/config.schema.json",
        "./events": {
          "default": "./dist/events/index.js",
          "types": "./dist/events/index.d.ts",
        },
        "./events/schemas": {
          "default": "./dist/events/schemas.js",
          "types": "./dist/events/schemas.d.ts",
        },
        "./gateway": {
          "default": "./dist/gateway/index.js",
          "types": "./dist/gateway/index.d.ts",
        },
        "./models": {
          "default": "./dist/models/index.js",
          "types": "./dist/models/index.d.ts",
        },
        "./package.json": "./package.json",
        "./run": {
          "default": "./dist/run/index.js",
          "types": "./dist/run/index.d.ts",
        },
        "./sessions": {
          "default": "./dist/sessions/index.js",
          "types": "./dist/sessions/index.d.ts",
        },
        "./testing": {
          "default": "./dist/testing/index.js",
          "types": "./dist/testing/index.d.ts",
        },
      }
    `)
    expect(manifest.bin).toEqual({
      capstan: 'dist/cli/main.js',
      'capstan-replay': 'dist/testing/replay/main.js',
      'capstan-sim': 'dist/testing/sim/main.js',
    })
    expect(manifest.dependencies).toEqual({
      '@hono/node-server': '^2.1.6',
      hono: '^4.13.17',
      'jsonc-parser': '^3.3.1',
      zod: '^4.6.7',
    })
  })

  it.each([...entryPoints.keys()])('has these names behind %s', async (entryPoint) => {
    expect(namesBehind(entryPoint)).toEqual(pinnedNames[entryPoint])
    const module = (await import(entryPoint.replace('.', 'capstan'))) as object
    expect(namesBehind(entryPoint)).toEqual(expect.arrayContaining(Object.keys(module)))
  })

  it('has these error codes', () => {
    expect(errorCodes()).toEqual([
      'A2E_HOST_CLOSED',
      'A2E_MESSAGE_TOO_LONG',
      'A2E_NOT_LISTENING',
      'A2E_PLUGIN_CONFLICT',
      'A2E_TOKEN_MISSING',
      'ABORTED',
      'ACTION_EXISTS',
      'ADVERTISE_MISSING',
      'AGENT_CRASH',
      'AGENT_ERROR',
      'AGENT_EXISTS',
      'AGENT_NOT_INSTALLED',
      'AGENT_NOT_STARTED',
      'AMBIGUOUS_AGENT',
      'AMBIGUOUS_NEED',
      'AUTH_ERROR',
      'BUDGET_EXCEEDED',
      'CAPABILITIES_UNKNOWN',
      'CAPABILITY_ERROR',
      'CHANNEL_EXISTS',
      'COMES_WITH_CAPSTAN',
      'COMMAND_NOT_STARTED',
      'CONFIG_INVALID',
      'CONFIG_NOT_WRITTEN',
      'CONFIG_UNSAFE',
      'CONNECTION_CLOSED',
      'CURSOR_EXPIRED',
      'DAEMON_NOT_RUNNING',
      'DAEMON_SILENT',
      'DAEMON_VERSION',
      'DELIVERY_DECIDED',
      'DELIVERY_IN_DOUBT',
      'DETACHED_SILENT',
      'EXPRESSION_WORKER_MISSING',
      'FILE_NOT_TEXT',
      'FILE_NOT_USED',
      'FILE_TOO_LARGE',
      'FOLDER_NOT_MADE',
      'FORBIDDEN',
      'GATEWAY_NOT_LISTENING',
      'GATEWAY_NOT_REACHED',
      'GATEWAY_REFUSED',
      'GATEWAY_TOKEN',
      'HANDLE_TAKEN',
      'HISTORY_MALFORMED',
      'HISTORY_MISSING',
      'HOST_CLOSED',
      'HOST_NOT_THERE',
      'HOST_SILENT',
      'IDEMPOTENCY_CONFLICT',
      'IMPOSSIBLE_STATUS',
      'INPUT_EMPTY',
      'INPUT_NOT_JSON',
      'INPUT_NOT_UTF8',
      'INPUT_TOO_LARGE',
      'INPUT_UNREADABLE',
      'INSTALLED_BY_OTHERS',
      'INSTALL_FAILED',
      'INSTALL_METHOD_UNKNOWN',
      'INSTALL_NOT_AUTOMATIC',
      'JSON_LINES_CLOSED',
      'JSON_LINE_INVALID',
      'JSON_LINE_NOT_UTF8',
      'JSON_LINE_TOO_LONG',
      'MAILBOX_FULL',
      'MCP_SERVER_MISSING',
      'MESSAGE_TOO_LARGE',
      'MODEL_DATA_MISSING',
      'MODEL_REFRESH_FAILED',
      'MODEL_REPORT_FAILED',
      'NODE_SILENT',
      'NODE_TOO_OLD',
      'NOT_ACP',
      'NOT_ANSWERED',
      'NOT_A_MEMBER',
      'NOT_DELIVERED',
      'NOT_OWNER',
      'NOT_QUEUED',
      'NOT_RESUMABLE',
      'NOT_SERVED',
      'NOT_STORABLE',
      'NOT_WAITING',
      'NO_AGENT',
      'NO_AGENT_FITS',
      'NO_RECIPIENT',
      'NO_TURN',
      'OPTION_REFUSED',
      'OUTPUT_INVALID',
      'OUTSIDE_ROOT',
      'PAUSE_FAILED',
      'PERMISSION_DENIED',
      'PG_MISSING',
      'PREREQUISITE_MISSING',
      'PROTOCOL_ERROR',
      'QUEUE_ENDED',
      'QUEUE_OVERFLOW',
      'QUEUE_READER_TAKEN',
      'RECORDING_FAILED',
      'RELAY_UNSUPPORTED',
      'RELEASE_FAILED',
      'REQUEST_NOT_OPEN',
      'RESUME_FAILED',
      'RUN_OVER',
      'SANDBOX_FOLDER_REFUSED',
      'SANDBOX_UNAVAILABLE',
      'SESSIONS_CLOSED',
      'SESSION_BUSY',
      'SESSION_CLOSED',
      'SESSION_ELSEWHERE',
      'SESSION_EXISTS',
      'SESSION_FAILED',
      'SESSION_GONE',
      'SESSION_NOT_KEPT',
      'SESSION_NOT_READY',
      'SOCKET_FOLDER_OPEN',
      'SOCKET_IN_USE',
      'STORE_BUSY',
      'STORE_CLOSED',
      'STORE_CONFLICT',
      'STORE_CORRUPT',
      'STORE_DENIED',
      'STORE_FAILED',
      'STORE_FOREIGN',
      'STORE_FULL',
      'STORE_IN_USE',
      'STORE_TIMEOUT',
      'STORE_TOO_NEW',
      'STORE_UNAVAILABLE',
      'STORE_UNWRITABLE',
      'TIMEOUT',
      'TLS_CERTIFICATE',
      'TLS_REFUSED',
      'TLS_REQUIRED',
      'TOKEN_OPEN',
      'TOKEN_UNREADABLE',
      'TRANSPORT_UNAVAILABLE',
      'TURN_NOT_STOPPED',
      'UNKNOWN_AGENT',
      'UNKNOWN_DELIVERY',
      'UNKNOWN_MESSAGE',
      'UNKNOWN_METHOD',
      'UNKNOWN_MODEL',
      'UNKNOWN_NEED',
      'UNKNOWN_NODE',
      'UNKNOWN_RECIPIENT',
      'UNKNOWN_SESSION',
      'UNKNOWN_THREAD',
      'USAGE_ERROR',
      'VALIDATION_ERROR',
      'VERIFY_UNAVAILABLE',
      'WAIT_TIMEOUT',
      'WIRE_BROKEN',
      'WIRE_CLOSED',
      'WIRE_DENIED',
      'WIRE_NOT_LISTENING',
      'WIRE_SILENT',
    ])
  })

  it('knows its own version', async () => {
    const { version } = (await import('capstan')) as { version: string }
    expect(version).toBe(manifest.version)
  })

  it('has these event types', async () => {
    const { eventTypes } = (await import('capstan/events')) as { eventTypes: readonly string[] }
    expect(eventTypes).toMatchInlineSnapshot(`
      [
        "text.delta",
        "thinking.delta",
        "content.delta",
        "message.updated",
        "message.retracted",
        "message.received",
        "message.sent",
        "session-message.updated",
        "session-message.delta",
        "tool.called",
        "tool.input",
        "tool.updated",
        "tool.output",
        "permission.requested",
        "permission.resolved",
        "elicitation.requested",
        "elicitation.resolved",
        "elicitation.completed",
        "plan.updated",
        "plan.removed",
        "file.changed",
        "command.started",
        "command.completed",
        "command.failed",
        "terminal.output",
        "terminal.screen",
        "terminal.updated",
        "subagent.updated",
        "action.invoked",
        "action.completed",
        "action.failed",
        "action.denied",
        "access.blocked",
        "agent.changed",
        "session.started",
        "session.resumed",
        "session.recovered",
        "session.forked",
        "session.released",
        "session.updated",
        "status.changed",
        "mode.changed",
        "config.changed",
        "commands.changed",
        "usage.updated",
        "compaction.updated",
        "compaction.delta",
        "delivery.accepted",
        "delivery.delivered",
        "delivery.deferred",
        "delivery.failed",
        "notice",
        "log",
        "error",
        "raw",
        "finish",
      ]
    `)
  })
})
