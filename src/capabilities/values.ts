import type {
  AgentCapabilities,
  AuthMethod,
  InstallMethod,
  ModelCapabilities,
  PluginFormat,
  PluginRegistry,
} from './ecosystems/mux/types.ts'

/** A tool of the agent, with its parameters as JSON Schema. */
export interface ToolDescription {
  name: string
  description: string
  parameters?: unknown
  metadata?: Record<string, unknown>
}

/** An agent that another agent can delegate work to. */
export interface SubagentDescription {
  name: string
  description?: string
}

/** The formats of a plugin system and its commands. */
export interface PluginSystem {
  formats: PluginFormat[]
  installCommand?: string
  listCommand?: string
  uninstallCommand?: string
  searchCommand?: string
  marketplaceUrl?: string
  registries: PluginRegistry[]
}

/** The value of each capability in the dictionary. */
export interface CapabilityValues {
  'identity.name': string
  'identity.title': string
  'identity.version': string
  'identity.description': string
  'identity.provider': string
  'identity.type': string
  'identity.documentation': string
  'session.persistence': AgentCapabilities['sessionPersistence']
  'output.mime-types': string[]
  /** The accepted levels, in rising order. */
  'thinking.effort': string[]
  /** The smallest and largest accepted number of tokens. */
  'thinking.budget': [number, number]
  'tools.native': ToolDescription[]
  'tools.approval': { required?: boolean; modes?: AgentCapabilities['approvalModes'] }
  skills: { format: AgentCapabilities['skillsFormat'] }
  'multi-agent.delegation': SubagentDescription[]
  /** The maximum number of parallel tasks. */
  'execution.parallel': number
  'execution.max-iterations': number
  /** Milliseconds. */
  'execution.max-time': number
  plugins: PluginSystem
  'process.platforms': AgentCapabilities['supportedPlatforms']
  auth: { methods: AuthMethod[]; files: string[] }
  install: InstallMethod[]
  'model.agent': string
  'model.id': string
  'model.alias': string
  'model.name': string
  'model.deprecated': { since?: string; successor?: string }
  'model.context-window': number
  'model.max-output': number
  'model.max-thinking': number
  /** US dollars per million tokens. */
  'model.price': { input?: number; output?: number; thinking?: number; cachedInput?: number }
  'model.provider': { name?: string; modelId?: string }
  'model.protocol': NonNullable<ModelCapabilities['protocol']>
  'model.deployment': NonNullable<ModelCapabilities['deployment']>
  'model.selection': { key: string; value: string }
  'model.data': Pick<ModelCapabilities, 'lastUpdated' | 'source'>
}
