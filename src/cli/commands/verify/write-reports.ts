import { writeWhole } from '../../../core/files/write-whole.ts'
import type { VerificationReport } from '../../../verify/report.ts'
import type { Invocation } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'

const formats = ['report', 'junit', 'badge'] as const

/** Checks the folders of the reports before the agents are started. @throws UsageError */
export function requireWritable(values: Invocation['values']): void {
  const { accessSync, constants, statSync } = process.getBuiltinModule('node:fs')
  const path = process.getBuiltinModule('node:path')
  for (const format of formats) {
    const [file] = values.get(format) ?? []
    if (file === undefined) continue
    const folder = path.dirname(path.resolve(file))
    try {
      accessSync(folder, constants.W_OK)
    } catch {
      throw new UsageError(
        `--${format}: cannot write to the folder ${folder}`,
        'Choose a folder that exists.',
      )
    }
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
      throw new UsageError(`--${format}: ${file} is a folder`, 'Name a file.')
    }
  }
}

/** Writes the requested reports, each whole or not at all. */
export async function writeReports(values: Invocation['values'], report: VerificationReport): Promise<void> {
  const writers = {
    report: async () => (await import('../../../verify/reports/html.ts')).htmlReport(report),
    junit: async () => (await import('../../../verify/reports/junit.ts')).junitReport(report),
    badge: async () => (await import('../../../verify/reports/badge.ts')).badge(report),
  }
  for (const format of formats) {
    const [file] = values.get(format) ?? []
    if (file === undefined) continue
    // Readable by others: a report is published or read by another job.
    writeWhole(process.getBuiltinModule('node:path').resolve(file), await writers[format](), 0o644)
  }
}
