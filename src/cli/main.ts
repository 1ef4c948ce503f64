#!/usr/bin/env node
import { run } from './run.ts'

// Not awaited here: commands load chunks that import this one, and would wait for it to finish.
void run(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode
})
