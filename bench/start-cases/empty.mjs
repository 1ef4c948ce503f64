// The baseline: the cost of an empty Node program.
process.exitCode = 0
