import type { Fault, TokenUsage } from './script/script.ts'

/** A call of a tool, as it goes over a wire. */
export interface ToolCall {
  id: string
  name: string
  namespace?: string
  /** An object that fits the schema of the tool, or plain text for a tool without one. */
  input: Readonly<Record<string, unknown>> | string
}

/** Something that happens to the connection between two parts of an answer. */
export type Interruption = { type: 'delay'; milliseconds: number } | { type: 'hang' } | { type: 'disconnect' }

/** What the model gives. */
export type Content =
  /** `isCut`: the connection breaks before the provider has said that it is whole. */
  | { type: 'text'; text: string; isCut?: true }
  | { type: 'thinking'; text: string; isCut?: true }
  | { type: 'call'; call: ToolCall }

export type Part = Content | Interruption | { type: 'fault'; fault: Fault }

/** One answer of the model, before a wire writes it. */
export interface Answer {
  model: string
  /** Distinct for every answer. */
  id: string
  parts: readonly Part[]
  usage: TokenUsage
}

/** What stands for the tokens of an answer that says nothing of them. */
export const usualUsage: TokenUsage = { input: 10, output: 5 }

/** The content of an answer, without what happens to the connection. */
export function contentOf({ parts }: Answer): Content[] {
  return parts.filter((part) => part.type === 'text' || part.type === 'thinking' || part.type === 'call')
}

/** Whether the model waits for the results of tools. */
export function callsTools({ parts }: Answer): boolean {
  return parts.some(({ type }) => type === 'call')
}

const piece = /[\s\S]{1,24}/gu

/** A text in the pieces it is streamed in. No character is cut in two. */
export function piecesOf(text: string): string[] {
  return text.match(piece) ?? []
}

/** The input of a call as text. */
export function inputText({ input }: ToolCall): string {
  return typeof input === 'string' ? input : JSON.stringify(input)
}
