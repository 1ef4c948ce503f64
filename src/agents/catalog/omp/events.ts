import type { CreateOutputReader } from '../../command-line/output-reader.ts'
import { commonTools, type PiDialect } from '../pi/stream-dialect.ts'
import { PiStream } from '../pi/stream.ts'

const dialect: PiDialect = {
  agent: 'omp',
  source: 'omp-json',
  tools: {
    ...commonTools,
    glob: { kind: 'search', title: 'path' },
    eval: { kind: 'execute', title: 'title' },
    web_search: { kind: 'fetch', title: 'query' },
    task: { kind: 'think', title: 'context' },
    todo: { kind: 'think' },
  },
}

/** Reads the output of `omp --mode json --print`. */
export const createOmpReader: CreateOutputReader = (context) => new PiStream(dialect, context)
