export {
  type A2ECapability,
  a2eCapabilities,
  type Capability,
  type NegotiatedCapabilities,
} from '../capabilities/ecosystems/a2e/types.ts'
export { A2EError, type A2EErrorOptions } from './a2e-error.ts'
export { CapabilityRegistry, type Negotiation } from './capability-registry.ts'
export { A2EClient, type A2EClientOptions, type RequestOptions, type RequestStream } from './client.ts'
export { type A2EHost, createHost, type HostOptions } from './host.ts'
export type { HostSession, SessionLink } from './host-session.ts'
export type { A2ETarget } from './links.lazy.ts'
export type {
  Envelope,
  EventFields,
  Fields,
  MessageType,
  PluginRequestType,
  PushType,
  Received,
  Request,
  RequestEvent,
  RequestType,
  Response,
  ResponseFields,
} from './messages/messages.ts'
export {
  definePlugin,
  type Handler,
  type Handlers,
  type HostContext,
  type Plugin,
  type PluginSession,
  type RequestContext,
} from './plugin.ts'
export { serveHttp } from './servers.lazy.ts'
export type { HttpTarget } from './transports/http-link.ts'
export type { HttpOptions, HttpServer } from './transports/http-server.ts'
export { serveStdio, type StdioOptions, type StdioServer } from './transports/stdio-server.ts'
export type { StdioTarget } from './transports/stdio-link.ts'
export {
  builtInPluginNames,
  type BuiltInPluginName,
  builtInPlugins,
  type BuiltInPluginsOptions,
  chainsPlugin,
  type ChainsPluginOptions,
  type CommandToolOptions,
  defineEnvironment,
  defineTool,
  defineToolkit,
  type Environment,
  type EnvironmentState,
  type EnvironmentStep,
  envPlugin,
  type EnvPluginOptions,
  gridWorld,
  learningPlugin,
  type LearningPluginOptions,
  type McpElicitation,
  type McpElicitationAnswer,
  mcpPlugins,
  type McpPluginsOptions,
  type McpQuestions,
  type McpSample,
  type McpSampling,
  type McpServerConfig,
  type McpServerEntry,
  memoryPlugin,
  type MemoryPluginOptions,
  procPlugin,
  type ProcPluginOptions,
  type ProgramOptions,
  skillPlugin,
  type SkillPluginOptions,
  type Tool,
  type ToolContext,
  type ToolDescription,
  type ToolEventKind,
  type ToolGroup,
  type ToolHandlerOptions,
  type Toolkit,
  type ToolkitConfig,
  toolkitsPlugins,
  type ToolkitsPluginsOptions,
  type ToolOptions,
  ToolOutput,
  type ToolOutputFields,
  toolsPlugin,
  type ToolsPluginOptions,
} from './plugins/index.ts'
