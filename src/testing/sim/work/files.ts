import { relative, resolve } from 'node:path'
import { RpcError } from '../wire/rpc-error.ts'
import { useTool } from '../tool.ts'
import type { Turn } from '../turn.ts'
import { isObject } from '../wire/wire.ts'
import { Workspace } from '../workspace.ts'

function workspaceOf(turn: Turn): Workspace {
  return new Workspace(turn.context.session.place)
}

export async function read(turn: Turn, name: string): Promise<void> {
  const workspace = workspaceOf(turn)
  const about = {
    name: 'read',
    title: `Read ${name}`,
    kind: 'read' as const,
    rawInput: { path: name },
    locations: [{ path: resolve(workspace.folder, name) }],
  }
  await useTool(turn, about, async (tool) => {
    const path = workspace.locate(name)
    tool.change({ status: 'in_progress' })
    const text = await readText(turn, workspace, path)
    if (text === null) throw new Error(`there is no file ${name}`)
    const lines = text.replace(/\n$/, '').split('\n')
    const said =
      text === ''
        ? `${name} is empty. `
        : `${name} has ${count(lines.length, 'line')} and begins: ${lines[0]}\n`
    return { said, content: [{ type: 'text', text }], rawOutput: { lines: lines.length } }
  })
}

export async function list(turn: Turn, name: string): Promise<void> {
  const workspace = workspaceOf(turn)
  const folder = name === '' ? '.' : name
  const about = {
    name: 'list',
    title: `List ${folder}`,
    kind: 'read' as const,
    rawInput: { path: folder },
    locations: [{ path: resolve(workspace.folder, folder) }],
  }
  await useTool(turn, about, async (tool) => {
    const path = workspace.locate(folder)
    tool.change({ status: 'in_progress' })
    const names = workspace.list(path)
    return {
      said: names.length === 0 ? `${folder} is empty. ` : `In ${folder}: ${names.join(', ')}. `,
      content: [{ type: 'text', text: names.join('\n') }],
      rawOutput: { entries: names.length },
    }
  })
}

export async function find(turn: Turn, text: string): Promise<void> {
  const workspace = workspaceOf(turn)
  const about = {
    name: 'find',
    title: `Find ${JSON.stringify(text)}`,
    kind: 'search' as const,
    rawInput: { text },
  }
  await useTool(turn, about, async (tool) => {
    if (text === '') throw new Error('there is no text to look for')
    tool.change({ status: 'in_progress' })
    const findings = workspace.find(text, turn.signal)
    const shown = findings.map(
      ({ path, line, text: found }) => `${relative(workspace.folder, path)}:${line}: ${found}`,
    )
    return {
      said: `${JSON.stringify(text)} was found ${count(findings.length, 'time')}${shown.length === 0 ? '' : `, first in ${shown[0]}`}\n`,
      content: [{ type: 'text', text: shown.join('\n') }],
      locations: findings.map(({ path, line }) => ({ path, line })),
      rawOutput: { findings: findings.length },
    }
  })
}

export async function write(turn: Turn, rest: string): Promise<void> {
  const workspace = workspaceOf(turn)
  const [name = '', ...words] = rest.split(/(?<=^\S+)\s/)
  const about = {
    name: 'write',
    title: `Write ${name}`,
    kind: 'edit' as const,
    rawInput: { path: name, text: words.join('') },
    locations: [{ path: resolve(workspace.folder, name) }],
  }
  await useTool(turn, about, async (tool) => {
    if (name === '') throw new Error('there is no file to write')
    const path = workspace.locate(name)
    const newText = `${words.join('')}\n`
    const oldText = workspace.read(path)
    tool.change({ content: [{ type: 'diff', path, oldText, newText }] })
    await tool.askPermission()
    tool.change({ status: 'in_progress' })
    await writeText(turn, workspace, { path, text: newText })
    const bytes = Buffer.byteLength(newText)
    return { said: `Wrote ${count(bytes, 'byte')} to ${name}. `, rawOutput: { bytes } }
  })
}

/** Reads through the client if the client supports it, to see unsaved changes of its editor. */
async function readText(turn: Turn, workspace: Workspace, path: string): Promise<string | null> {
  if (!turn.context.abilities.readsFiles) return workspace.read(path)
  const answer = await turn.ask('fs/read_text_file', { path }).catch((error: unknown) => {
    if (error instanceof RpcError && error.fault.code === -32002) return { content: null }
    throw error
  })
  const content = isObject(answer) ? answer['content'] : undefined
  if (typeof content === 'string' || content === null) return content
  throw new Error('the client answered without the text of the file')
}

async function writeText(
  turn: Turn,
  workspace: Workspace,
  { path, text }: { path: string; text: string },
): Promise<void> {
  if (turn.context.abilities.writesFiles) await turn.ask('fs/write_text_file', { path, content: text })
  else workspace.write(path, text)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
