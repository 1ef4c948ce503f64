import { A2EError } from '../../a2e-error.ts'
import { RootFiles } from '../root/root-files.ts'
import { searchFiles } from './search-files.ts'
import { defineTool, ToolOutput, type Tool } from './tool.ts'

const path = { type: 'string', description: 'A path relative to the root folder' }

/** The tools for files: every path is below the root folder, and no link is followed. */
export function filesystemTools(): Tool[] {
  return [readTool(), writeTool(), editTool(), listTool(), searchTool()]
}

function readTool(): Tool {
  return defineTool<{ path: string; line?: number; limit?: number }>({
    name: 'read_file',
    description: 'Reads a text file, whole or some of its lines',
    parameters: {
      type: 'object',
      properties: {
        path,
        line: { type: 'integer', minimum: 1, description: 'The first line, from 1 on' },
        limit: { type: 'integer', minimum: 1, description: 'How many lines' },
      },
      required: ['path'],
      additionalProperties: false,
    },
    tags: ['filesystem'],
    idempotent: true,
    run: async ({ path: file, line = 1, limit }, { root }) => {
      const lines = (await new RootFiles(root).read(file)).match(/[^\n]*\n|[^\n]+$/g) ?? []
      const wanted = lines.slice(line - 1, limit === undefined ? undefined : line - 1 + limit)
      return new ToolOutput({
        data: { path: file, content: wanted.join(''), lines: lines.length },
        summary: `${wanted.length} of ${lines.length} lines of ${file}`,
      })
    },
  })
}

function writeTool(): Tool {
  return defineTool<{ path: string; content: string }>({
    name: 'write_file',
    description: 'Writes a text file, and the folders it lies in',
    parameters: {
      type: 'object',
      properties: { path, content: { type: 'string', description: 'The whole text' } },
      required: ['path', 'content'],
      additionalProperties: false,
    },
    tags: ['filesystem'],
    idempotent: true,
    run: async ({ path: file, content }, { root }) => {
      await new RootFiles(root).write(file, content)
      const bytes = Buffer.byteLength(content)
      return new ToolOutput({ data: { path: file, bytes }, summary: `${bytes} bytes to ${file}` })
    },
  })
}

function editTool(): Tool {
  return defineTool<{ path: string; old_text: string; new_text: string; replace_all?: boolean }>({
    name: 'edit_file',
    description: 'Replaces a text in a file that stands there exactly once, or everywhere',
    parameters: {
      type: 'object',
      properties: {
        path,
        old_text: { type: 'string', minLength: 1, description: 'The text that is there' },
        new_text: { type: 'string', description: 'The text to put in its place' },
        replace_all: { type: 'boolean', description: 'Replace every place' },
      },
      required: ['path', 'old_text', 'new_text'],
      additionalProperties: false,
    },
    tags: ['filesystem'],
    run: async ({ path: file, old_text, new_text, replace_all = false }, { root }) => {
      const files = new RootFiles(root)
      const parts = (await files.read(file)).split(old_text)
      const places = parts.length - 1
      if (places === 0 || (places > 1 && !replace_all)) throw placesError(file, places)
      await files.write(file, parts.join(new_text))
      return { path: file, replacements: places }
    },
  })
}

function placesError(file: string, places: number): A2EError {
  const hint =
    places === 0
      ? 'Read the file and give the text as it stands there.'
      : 'Give more of the text around it, or replace every place.'
  return new A2EError('tool_error', `The text stands in ${file} ${places} times`, {
    detail: { path: file, places },
    hint,
  })
}

function listTool(): Tool {
  return defineTool<{ path?: string }>({
    name: 'list_files',
    description: 'Lists what is in a folder',
    parameters: { type: 'object', properties: { path }, additionalProperties: false },
    tags: ['filesystem'],
    idempotent: true,
    run: async ({ path: folder = '.' }, { root }) => {
      const entries = await new RootFiles(root).list(folder)
      return new ToolOutput({
        data: { path: folder, entries: entries.slice(0, 1000) },
        truncated: entries.length > 1000,
        summary: `${entries.length} entries in ${folder}`,
      })
    },
  })
}

function searchTool(): Tool {
  return defineTool<{ text: string; path?: string; ignore_case?: boolean }>({
    name: 'search_files',
    description: 'Finds the lines of text files that hold a text, in a folder and all below it',
    parameters: {
      type: 'object',
      properties: {
        text: { type: 'string', minLength: 1, description: 'The text to find, as it is' },
        path,
        ignore_case: { type: 'boolean', description: 'Take small and capital letters for the same' },
      },
      required: ['text'],
      additionalProperties: false,
    },
    tags: ['filesystem'],
    idempotent: true,
    run: async ({ text, path: folder = '.', ignore_case = false }, { root, signal }) => {
      const files = new RootFiles(root)
      const { matches, isComplete } = await searchFiles({
        files,
        text,
        folder,
        ignoreCase: ignore_case,
        signal,
      })
      return new ToolOutput({
        data: { matches },
        truncated: !isComplete,
        summary: `${matches.length} lines`,
      })
    },
  })
}
