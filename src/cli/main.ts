#!/usr/bin/env node
import { run } from './run.ts'

async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2))
}

// No top-level await: commands load chunks that import this module, which would deadlock.
void main()
