#!/usr/bin/env node
import { startSim } from './program.ts'

process.exitCode = await startSim(process.argv.slice(2), process.env)
