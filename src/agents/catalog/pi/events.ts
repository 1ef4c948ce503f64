import type { CreateOutputReader } from '../../command-line/output-reader.ts'
import type { ToolTable } from '../../command-line/tool-display.ts'
import { commonTools, type PiDialect } from './stream-dialect.ts'
import { PiStream } from './stream.ts'

export const piTools: ToolTable = {
  ...commonTools,
  find: { kind: 'search', title: 'pattern' },
  ls: { kind: 'search', path: 'path', verb: 'List' },
}

const dialect: PiDialect = { agent: 'pi', source: 'pi-json', tools: piTools }

/** Reads the output of `pi --mode json --print`, from version 0.73 on. */
export const createPiReader: CreateOutputReader = (context) => new PiStream(dialect, context)
