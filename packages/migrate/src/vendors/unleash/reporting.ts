import type { PatternEngine } from '@signalbox/core/evaluate'
import type { Finding } from '../vendor.ts'

/** Collects the findings for one flag. */
export interface Reporting {
  lost(what: string, instead: string): void
  changed(what: string, instead: string): void
  info(what: string, instead: string): void
  readonly patterns: PatternEngine
}

/** Creates what collects the findings for a flag. */
export function createReporting(flag: string, findings: Finding[], patterns: PatternEngine): Reporting {
  const add = (severity: Finding['severity']) => (what: string, instead: string) =>
    void findings.push({ flag, what, instead, severity })
  return { lost: add('lost'), changed: add('changed'), info: add('info'), patterns }
}
