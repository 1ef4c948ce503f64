import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { supportOf } from '../../../capabilities/profile.ts'
import { advertisedCheck, type Check, withoutProvider } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { type CheckOutcome, inconclusive, notApplicable, refuted, verified } from '../outcome.ts'
import { resultOf } from '../turn.ts'

const hello = 'Say hello {mark} [[text: Hello, it is good to see you here.]]'

/** A system prompt reaches the model. */
export const systemPrompt = advertisedCheck({
  title: 'a session gets an additional system prompt',
  expected: 'its text in the request to the model',
  capability: 'session.system-prompt',
  marks: hello,
  run: async ({ prompt, turn, word, reached }) => {
    if (prompt === '') return withoutProvider
    const id = 'session.system-prompt'
    resultOf(await turn({ appendSystemPrompt: `The word of the day is ${word}.` }))
    return reached(word)
      ? verified('it reached the model', { id, support: 'supported' })
      : refuted('it did not reach the model', { id, support: 'unsupported' })
  },
})

/** The instructions of the workspace reach the model. */
export const agentsMd: Check = {
  title: 'the workspace has an AGENTS.md',
  expected: 'its text in the request to the model',
  capability: 'agents-md',
  marks: hello,
  run: (context) =>
    foundInRequest(context, {
      id: 'agents-md',
      files: { 'AGENTS.md': `Always mention the word ${context.word}.\n` },
    }),
}

/** The folders of skills in a workspace; every agent reads one of them. */
const skillFolders = ['.claude', '.agents', '.codex', '.gemini', '.github', '.opencode', '.pi', '.omp', '.']

/** A skill of the workspace is offered to the model. */
export const skills: Check = {
  title: 'the workspace has a skill',
  expected: 'its description in the request to the model',
  capability: 'skills',
  marks: hello,
  run: (context) => {
    const text = `---\nname: contract-skill\ndescription: Use this for the word ${context.word}.\n---\nSay the word.\n`
    const files = skillFolders.map((folder) => [join(folder, 'skills', 'contract-skill', 'SKILL.md'), text])
    return foundInRequest(context, {
      id: 'skills',
      files: Object.fromEntries(files) as Record<string, string>,
    })
  },
}

async function foundInRequest(
  { client, agent, folder, prompt, turn, word, reached }: CheckContext,
  { id, files }: { id: 'agents-md' | 'skills'; files: Readonly<Record<string, string>> },
): Promise<CheckOutcome> {
  if (prompt === '') return withoutProvider
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  // Under a stricter policy, some agents do not load what a workspace brings.
  resultOf(await turn({ permissions: 'allow' }))
  if (reached(word)) return verified('it reached the model', { id, support: 'supported' })
  const observed = { id, support: 'unsupported' } as const
  if (supportOf(await client.profile(agent, { transport: 'acp' }), id) === 'supported') {
    return id === 'skills'
      ? inconclusive(
          'it did not reach the model; some agents load skills only in a folder that the user trusts',
        )
      : refuted('it did not reach the model', observed)
  }
  return notApplicable('it did not reach the model, and the agent does not claim it', observed)
}
