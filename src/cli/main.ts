#!/usr/bin/env node
import { refuseOldNode } from './node-version.ts'
import { run } from './run.ts'

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  process.exitCode = refuseOldNode(args) ?? (await run(args))
}

// No top-level await: commands load chunks that import this module, which would deadlock.
void main()
