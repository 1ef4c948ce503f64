import type { Fault, TokenUsage } from './script/script.ts'

/** A tool call in an API response. */
export interface ToolCall {
  id: string
  name: string
  namespace?: string
  /** A valid input by the tool's schema, or plain text for a tool without one. */
  input: Readonly<Record<string, unknown>> | string
}

/** An interruption of the connection between two parts of an answer. */
export type Interruption = { type: 'delay'; milliseconds: number } | { type: 'hang' } | { type: 'disconnect' }

/** A part of the model's answer. */
export type Content =
  /** `isCut`: the connection breaks before the part is complete. */
  | { type: 'text'; text: string; isCut?: true }
  | { type: 'thinking'; text: string; isCut?: true }
  | { type: 'call'; call: ToolCall }

export type Part = Content | Interruption | { type: 'fault'; fault: Fault }

/** One answer of the model, independent of the API. */
export interface Answer {
  model: string
  /** Distinct for every answer. */
  id: string
  parts: readonly Part[]
  usage: TokenUsage
}

/** The default token usage of an answer. */
export const usualUsage: TokenUsage = { input: 10, output: 5 }

/** The content of an answer, without interruptions. */
export function contentOf({ parts }: Answer): Content[] {
  return parts.filter((part) => part.type === 'text' || part.type === 'thinking' || part.type === 'call')
}

/** Whether the model waits for the results of tools. */
export function callsTools({ parts }: Answer): boolean {
  return parts.some(({ type }) => type === 'call')
}

const pieceLength = 24
const mostPieces = 2000

/** Splits a text into streamed pieces, between characters. The pieces of a very long text are longer. */
export function piecesOf(text: string): string[] {
  const length = Math.max(pieceLength, Math.ceil(text.length / mostPieces))
  return text.match(new RegExp(`[\\s\\S]{1,${length}}`, 'gu')) ?? []
}

/** The input of a call as JSON text. */
export function inputText({ input }: ToolCall): string {
  return typeof input === 'string' ? input : JSON.stringify(input)
}
