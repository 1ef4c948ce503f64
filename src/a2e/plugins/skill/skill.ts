import { isRecord } from '../../../core/is-record.ts'
import type { SkillDefinition, SkillStatus } from '../../messages/message-fields.ts'
import { readSkillDocument, type SkillDocument } from './front-matter.ts'

/** A skill: its definition, and the text an agent gets when it calls the skill. */
export interface Skill {
  readonly definition: SkillDefinition
  readonly body: string
}

/** The location of a skill. */
export interface SkillPlace {
  /** The name of its folder. */
  folder: string
  /** The path that agents see. */
  path: string
}

const statuses: readonly SkillStatus[] = ['Created', 'Blocked', 'Published', 'Archived']

/** Parses a `SKILL.md`; undefined without a description, which agents need to choose a skill. */
export function readSkill(text: string, place: SkillPlace): Skill | undefined {
  const document = readSkillDocument(text)
  const description = document === undefined ? '' : textOf(document.head['description'])
  if (document === undefined || description === '') return undefined
  return { definition: definitionOf(document, { ...place, description }), body: document.body.trim() }
}

function definitionOf(
  { head }: SkillDocument,
  { folder, path, description }: SkillPlace & { description: string },
): SkillDefinition {
  const names = listOf(head['arguments'])
  const status = statuses.find((known) => known === textOf(head['status'])) ?? 'Published'
  const metadata = head['metadata']
  return {
    name: textOf(head['name']) || folder,
    version: textOf(head['version']) || '1.0.0',
    description,
    triggers: listOf(head['triggers']),
    tools: listOf(head['tools'] ?? head['allowed-tools']),
    status,
    input_schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, {}])),
      required: names,
    },
    file_path: path,
    arguments: names,
    when_to_use: textOf(head['when_to_use'] ?? head['when-to-use']) || description,
    argument_hint: textOf(head['argument_hint'] ?? head['argument-hint']),
    source: 'folder',
    category: textOf(head['category']) || null,
    tags: listOf(head['tags']),
    metadata: isRecord(metadata) ? metadata : {},
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function listOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : textOf(value).split(',')
  return items.map(textOf).filter(Boolean)
}
