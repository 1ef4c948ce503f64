import { factDefinitions } from '../../src/agents/check/fact-shapes.ts'
import { definitionShape } from '../../src/agents/check/check-definition.ts'

interface ObjectSchema {
  properties: Record<string, Record<string, unknown>>
  required?: readonly string[]
}

/** What each field of a handwritten definition is for; editors show it. */
const meanings: Readonly<Record<string, string>> = {
  id: 'The name of the agent on the command line: lowercase letters, digits and hyphens.',
  name: 'The name for people. Without it, the id.',
  aliases: 'Other names.',
  acp: 'How to start the agent over ACP.',
  package: 'The npm package, for capstan install.',
  binaries: 'The names of its program. Without them, the binary of acp or of the package, or the id.',
  facts: 'What the agent can do, where it does not advertise it. Everything else is unknown.',
  auth: 'How it logs in: methods, files and variables.',
  variables: 'Other variables that the agent gets.',
  modelList: 'The models of the agent. Without it, every model is passed on, with a warning.',
  flags: 'The flags of its command line.',
  policies: 'How the agent is started so that it keeps to a permission policy.',
  thinking: 'How effort and budget are set.',
}

/** Fields that a file may leave out, because reading it fills them in. */
const filled: Readonly<Record<string, readonly string[]>> = {
  '': ['name', 'binaries', 'facts', 'install', 'auth'],
  acp: ['arguments'],
  auth: ['methods', 'files', 'variables'],
}

/** The JSON Schema of files with agent definitions. Draft 7, because editors read it best. */
export function agentSchemaPage(): string {
  const definition = withoutFilled(definitionShape.schema?.() as unknown as ObjectSchema, '')
  const { properties } = definition
  for (const [name, description] of Object.entries(meanings))
    Object.assign(properties[name] ?? {}, { description })
  for (const name of ['acp', 'auth']) {
    properties[name] = withoutFilled(properties[name] as unknown as ObjectSchema, name) as never
  }
  const address = { type: 'string', description: 'The address of this schema, for editors.' }
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'An agent definition of Capstan, or a list of them',
    anyOf: [{ $ref: '#/definitions/agent' }, { type: 'array', items: { $ref: '#/definitions/agent' } }],
    definitions: {
      ...factDefinitions(),
      agent: { ...definition, properties: { $schema: address, ...properties } },
    },
  }
  return `${JSON.stringify(schema, undefined, 2)}\n`
}

function withoutFilled(schema: ObjectSchema, name: string): ObjectSchema {
  const { required = [], ...rest } = schema
  const left = required.filter((field) => !filled[name]?.includes(field))
  return left.length === 0 ? rest : { ...rest, required: left }
}
