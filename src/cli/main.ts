#!/usr/bin/env node
import { run } from './run.ts'

async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2))
}

// Not awaited here: commands load chunks that import this one, and would wait for it to finish.
void main()
