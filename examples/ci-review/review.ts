// Reviews a diff: git diff | node review.ts claude
import { text } from 'node:stream/consumers'
import { CapstanError } from 'capstan'
import { createClient } from 'capstan/run'
import { simAgent } from 'capstan/testing'
import { z } from 'zod'

const reviewSchema = z.object({
  summary: z.string(),
  findings: z.array(
    z.object({
      file: z.string(),
      line: z.number().int().positive(),
      severity: z.enum(['notice', 'warning', 'error']),
      message: z.string(),
    }),
  ),
})
type Review = z.infer<typeof reviewSchema>

const [agent = 'sim', budget = '0.50'] = process.argv.slice(2)
const diff = await text(process.stdin)
if (diff.trim() === '') {
  console.error('No diff on stdin. Try: git diff | node review.ts')
  process.exit(2)
}

try {
  await reviewDiff()
} catch (error) {
  // Such as BUDGET_EXCEEDED, or AGENT_NOT_INSTALLED with the command that installs it.
  if (!CapstanError.isInstance(error)) throw error
  console.error(`${error.code}: ${error.message}. ${error.hint ?? ''}`)
  process.exitCode = 3
}

async function reviewDiff(): Promise<void> {
  const { data, raw } = await clientFor(agent).askJson(
    agent,
    `Review this diff. Report only defects that you can prove from the code.\n\n${diff}`,
    {
      schema: reviewSchema,
      maxCostUsd: Number(budget),
      timeoutMs: 10 * 60_000,
      // The agent may read the repository and nothing else.
      permissions: 'allow-reads',
      noSession: true,
      onWarning: (warning) => console.error(`warning: ${warning}`),
    },
  )
  for (const finding of data.findings) console.log(annotation(finding))
  console.log(`::notice::${escaped(data.summary)}`)
  const { cost } = raw
  const paid = cost === undefined ? 'cost unknown' : `${cost.amount} ${cost.currency}`
  console.error(`${agent}: findings: ${data.findings.length}, ${paid}`)
  if (data.findings.some(({ severity }) => severity === 'error')) process.exitCode = 1
}

function escaped(value: string): string {
  return value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** A workflow command of GitHub Actions. Escaped: a model's text must not become a command of its own. */
function annotation({ file, line, severity, message }: Review['findings'][number]): string {
  const property = (value: string): string => escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::${severity} file=${property(file)},line=${line}::${escaped(message)}`
}

/** The simulated agent has no model, so its review is written here: one finding in the first file of the diff. */
function clientFor(name: string): ReturnType<typeof createClient> {
  if (name !== 'sim') return createClient()
  const file = /^\+\+\+ b\/(.+)$/m.exec(diff)?.[1] ?? 'unknown'
  const review: Review = {
    summary: 'One finding of the simulated agent',
    findings: [{ file, line: 1, severity: 'warning', message: 'Nobody read this\nfile' }],
  }
  const answer = { step: 'text', text: JSON.stringify(review) } as const
  const usage = { step: 'usage', used: 100, size: 1000, cost: { amount: 0.01, currency: 'USD' } } as const
  return createClient({ definitions: [simAgent({ id: 'sim', scenario: { prompts: [[answer, usage]] } })] })
}
