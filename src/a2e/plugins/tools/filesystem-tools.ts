import { A2EError } from '../../a2e-error.ts'
import { RootFiles } from '../root/root-files.ts'
import { searchFiles } from './search-files.ts'
import { defineTool, ToolOutput, type Tool } from './tool.ts'

const path = { type: 'string', description: 'A path relative to the root folder' }

/** The file tools: every path is below the root folder, and no link is followed. */
export function filesystemTools(): Tool[] {
  return [readTool(), writeTool(), editTool(), listTool(), searchTool()]
}

function readTool(): Tool {
  return defineTool<{ path: string; line?: number; limit?: number }>({
    name: 'read_file',
    description: 'Reads a text file, or some of its lines',
    parameters: {
      type: 'object',
      properties: {
        path,
        line: { type: 'integer', minimum: 1, description: 'The first line to read, starting at 1' },
        limit: { type: 'integer', minimum: 1, description: 'The number of lines to read' },
      },
      required: ['path'],
      additionalProperties: false,
    },
    tags: ['filesystem'],
    idempotent: true,
    run: async ({ path: file, line = 1, limit }, { root }) => {
      const lines = (await new RootFiles(root).read(file)).match(/[^\n]*\n|[^\n]+$/g) ?? []
      const selected = lines.slice(line - 1, limit === undefined ? undefined : line - 1 + limit)
      return new ToolOutput({
        data: { path: file, content: selected.join(''), lines: lines.length },
        summary: `${selected.length} of ${lines.length} lines of ${file}`,
      })
    },
  })
}

function writeTool(): Tool {
  return defineTool<{ path: string; content: string }>({
    name: 'write_file',
    description: 'Writes a text file and creates its folders',
    parameters: {
      type: 'object',
      properties: { path, content: { type: 'string', description: 'The complete text of the file' } },
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
    description: 'Replaces a text that occurs exactly once in a file, or all occurrences',
    parameters: {
      type: 'object',
      properties: {
        path,
        old_text: { type: 'string', minLength: 1, description: 'The text to replace' },
        new_text: { type: 'string', description: 'The new text' },
        replace_all: { type: 'boolean', description: 'Replace all occurrences' },
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
      ? 'Read the file and copy the text exactly.'
      : 'Include more of the surrounding text, or set replace_all.'
  return new A2EError('tool_error', `The text occurs ${places} times in ${file}`, {
    detail: { path: file, places },
    hint,
  })
}

function listTool(): Tool {
  return defineTool<{ path?: string }>({
    name: 'list_files',
    description: 'Lists the entries of a folder',
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
    description: 'Finds lines that contain a text, in all text files of a folder and its subfolders',
    parameters: {
      type: 'object',
      properties: {
        text: { type: 'string', minLength: 1, description: 'The exact text to find' },
        path,
        ignore_case: { type: 'boolean', description: 'Ignore upper and lower case' },
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
