import type {
  AuthMethod,
  InstallMethod,
  PluginFormat,
  PluginRegistry,
} from '../../capabilities/ecosystems/mux/types.ts'
import type {
  CapabilityValues,
  PluginSystem,
  SubagentDescription,
  ToolDescription,
} from '../../capabilities/values.ts'
import {
  amount,
  anything,
  count,
  type Fields,
  flag,
  listOf,
  objectOf,
  oneOf,
  optional,
  recordOf,
  type Shape,
  shapeOf,
  text,
  tupleOf,
} from '../../core/shape.ts'

const open = { open: true }
const texts = listOf(text)
const maybeText = optional(text)

const installMethodFields: Fields<InstallMethod> = {
  platform: oneOf(['darwin', 'linux', 'win32', 'all'] satisfies InstallMethod['platform'][]),
  type: oneOf([
    'npm',
    'brew',
    'gh-extension',
    'curl',
    'winget',
    'scoop',
    'manual',
    'pip',
    'nix',
  ] satisfies InstallMethod['type'][]),
  command: text,
  notes: maybeText,
  prerequisiteCheck: maybeText,
}

export const installMethodShape = objectOf<InstallMethod>(installMethodFields, open)

export const authMethodShape = oneOf([
  'api_key',
  'oauth',
  'oauth_device',
  'browser_login',
  'token_file',
  'keychain',
  'github_token',
  'config_file',
  'none',
] satisfies AuthMethod[])

const pluginFormatShape = oneOf([
  'npm-package',
  'skill-file',
  'skill-directory',
  'extension-ts',
  'channel-plugin',
  'mcp-server',
] satisfies PluginFormat[])

const toolShape = objectOf<ToolDescription>(
  {
    name: text,
    description: text,
    parameters: optional(
      shapeOf((data) => data !== null, 'must be anything but null', { not: { type: 'null' } }),
    ),
    metadata: optional(recordOf(anything)),
  },
  open,
)

const pluginRegistryShape = objectOf<PluginRegistry>({ name: text, url: text, searchable: flag }, open)

const pluginSystemShape = objectOf<PluginSystem>(
  {
    formats: listOf(pluginFormatShape),
    registries: listOf(pluginRegistryShape),
    installCommand: maybeText,
    listCommand: maybeText,
    uninstallCommand: maybeText,
    searchCommand: maybeText,
    marketplaceUrl: maybeText,
  },
  open,
)

const maybeAmount = optional(amount)

/**
 * The shape of each dictionary capability's value in a registered definition.
 * Written without zod because registering is synchronous and must not load zod; a test compares the shapes with the schemas.
 */
export const valueShapes: Readonly<Record<keyof CapabilityValues, Shape>> = {
  'identity.name': text,
  'identity.title': text,
  'identity.version': text,
  'identity.description': text,
  'identity.provider': text,
  'identity.type': text,
  'identity.documentation': text,
  'session.persistence': oneOf(['none', 'file', 'sqlite', 'in-memory']),
  'output.mime-types': texts,
  'thinking.effort': texts,
  'thinking.budget': tupleOf([amount, amount]),
  'tools.native': listOf(toolShape),
  'tools.approval': objectOf<CapabilityValues['tools.approval']>(
    { required: optional(flag), modes: optional(listOf(oneOf(['yolo', 'prompt', 'deny']))) },
    open,
  ),
  skills: objectOf<CapabilityValues['skills']>(
    { format: oneOf(['file', 'directory', 'npm-package', null]) },
    open,
  ),
  'multi-agent.delegation': listOf(
    objectOf<SubagentDescription>({ name: text, description: maybeText }, open),
  ),
  'execution.parallel': amount,
  'execution.max-iterations': count,
  'execution.max-time': count,
  plugins: pluginSystemShape,
  'process.platforms': listOf(oneOf(['darwin', 'linux', 'win32'])),
  auth: objectOf<CapabilityValues['auth']>({ methods: listOf(authMethodShape), files: texts }, open),
  install: listOf(installMethodShape),
  'model.agent': text,
  'model.id': text,
  'model.alias': text,
  'model.name': text,
  'model.deprecated': objectOf<CapabilityValues['model.deprecated']>(
    { since: maybeText, successor: maybeText },
    open,
  ),
  'model.context-window': amount,
  'model.max-output': amount,
  'model.max-thinking': amount,
  'model.price': objectOf<CapabilityValues['model.price']>(
    { input: maybeAmount, output: maybeAmount, thinking: maybeAmount, cachedInput: maybeAmount },
    open,
  ),
  'model.provider': objectOf<CapabilityValues['model.provider']>(
    { name: maybeText, modelId: maybeText },
    open,
  ),
  'model.protocol': oneOf(['chat', 'responses', 'messages', 'custom']),
  'model.deployment': oneOf(['hosted', 'local', 'gateway', 'hybrid']),
  'model.selection': objectOf<CapabilityValues['model.selection']>({ key: text, value: text }, open),
  'model.data': objectOf<CapabilityValues['model.data']>(
    { lastUpdated: text, source: oneOf(['bundled', 'remote']) },
    open,
  ),
}
