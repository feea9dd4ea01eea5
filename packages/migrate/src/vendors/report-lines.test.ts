import { expect, it } from 'vitest'
import type { ImportFlagsReport } from './import-flags.ts'
import { reportLines } from './report-lines.ts'

const none = { created: 0, replaced: 0, kept: 0, failed: 0 }

it('keys of a file neither add lines nor control the terminal', () => {
  const flag = 'a\nfeatures: created 9\u001B[31m\u202Eb'
  const report: ImportFlagsReport = {
    segments: none,
    features: none,
    configs: none,
    written: false,
    findings: (['lost', 'info'] as const).map((severity) => ({ flag, what: flag, instead: flag, severity })),
    failures: [{ kind: 'features', id: flag, message: flag }],
  }
  const lines = reportLines(report, 'Unleash').flatMap((line) => line.split('\n'))
  const printed = 'afeatures: created 9[31mb'
  expect(lines.slice(0, 5)).toEqual([
    `feature ${printed} is refused: ${printed}`,
    printed,
    `  lost: ${printed}. ${printed}.`,
    printed,
    `  info: ${printed}. ${printed}.`,
  ])
})
