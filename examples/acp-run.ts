// Run an agent over ACP and read its events: no key, no network. Run `npm run build` first.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'capstan/run'

const [agent = 'sim', prompt = 'write note.txt It works, then read note.txt'] = process.argv.slice(2)
const cwd = mkdtempSync(join(tmpdir(), 'capstan-acp-run-'))
try {
  const run = createClient().run({ agent, prompt, cwd, permissions: 'ask', noSession: true })
  for await (const event of run) {
    if (event.type === 'text.delta') process.stdout.write(event.text)
    else if (event.type === 'permission.requested') {
      console.log(`[allowed: ${event.title}]`)
      // The agent waits for this answer.
      run.respond(event.requestId, 'allow')
    }
  }
  const { stopReason, tokens } = await run.result()
  console.log(`\n${stopReason}, ${tokens?.total ?? '?'} tokens`)
} finally {
  rmSync(cwd, { recursive: true })
}
