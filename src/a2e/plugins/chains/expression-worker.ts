import { createInterface } from 'node:readline'
import { evaluateExpression, type Expression } from './expression.ts'

/** An expression and the names it reads. */
export interface EvaluationRequest {
  readonly expression: Expression
  readonly context: Readonly<Record<string, unknown>>
}

/** The first answer reports that the program is ready. */
export type EvaluationAnswer = { readonly result: unknown } | { readonly problem: string } | { ready: true }

/** How many characters of JSON a result may have. */
const longestResult = 1024 * 1024

/** A program that evaluates expressions: one request per line on stdin, one answer per line on stdout. */
createInterface({ input: process.stdin }).on('line', (line) => process.stdout.write(`${answerTo(line)}\n`))
process.stdout.write(`${JSON.stringify({ ready: true })}\n`)

function answerTo(line: string): string {
  try {
    const { expression, context } = JSON.parse(line) as EvaluationRequest
    const json = JSON.stringify({ result: evaluateExpression(expression, context) })
    if (json.length <= longestResult) return json
    return problemAnswer(`The result of ${expression.text} has more than ${longestResult} characters`)
  } catch (error) {
    return problemAnswer(error instanceof Error ? error.message : String(error))
  }
}

function problemAnswer(problem: string): string {
  return JSON.stringify({ problem })
}
