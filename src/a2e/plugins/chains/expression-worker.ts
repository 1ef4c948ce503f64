import { parentPort } from 'node:worker_threads'
import { evaluateExpression, type Expression } from './expression.ts'

/** An expression and the names it reads, as JSON: values of tools may have no other form that can be copied. */
export interface EvaluationRequest {
  readonly expression: Expression
  readonly context: string
}

export type EvaluationAnswer = { readonly json: string } | { readonly problem: string }

/** How many characters of JSON a result may have. */
const longestResult = 1024 * 1024

parentPort?.on('message', (request: EvaluationRequest) => parentPort?.postMessage(answerTo(request)))

function answerTo({ expression, context }: EvaluationRequest): EvaluationAnswer {
  try {
    const json = JSON.stringify(evaluateExpression(expression, JSON.parse(context)))
    return json.length > longestResult
      ? { problem: `The result of ${expression.text} has more than ${longestResult} characters` }
      : { json }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
