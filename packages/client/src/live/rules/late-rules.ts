import { isRuled } from '@signalbox/core/evaluate'
import type { Snapshot } from '../following/snapshot.ts'
import { hasRules } from '../records/held-records.ts'
import type { Rules, RulesEngine, RulesPorts } from './rules-port.ts'

interface LatePorts extends RulesPorts {
  /** The engine, if it is loaded already. */
  readonly engine: RulesEngine | undefined
  /** Called when the engine is there: records with rules must be prepared again. */
  readonly onLoad: () => void
}

/** Loads what evaluates rules with the first record that has some; it is large, and many programs need none. */
export function lateRules({ engine, onLoad, ...ports }: LatePorts) {
  let rules: Rules | undefined = engine?.(ports)
  let loading: Promise<void> | undefined

  async function load(): Promise<void> {
    try {
      rules = (await import('../rules.ts')).rules(ports)
      onLoad()
    } catch (cause) {
      loading = undefined
      ports.report(new Error('The code for rules could not be loaded, so the server is asked', { cause }))
    }
  }
  const loaded = () => (loading ??= load())

  return {
    /** What evaluates rules; `undefined` until it is loaded, which this starts. */
    find(): Rules | undefined {
      if (!rules) void loaded()
      return rules
    },
    /** Must be called after every change of a record in memory. */
    changed: (): void => rules?.changed(),
    /** Loads what these records need. */
    async load(records: Partial<Snapshot>): Promise<void> {
      const hasAudience = records.experiments?.some(({ audience }) => audience !== undefined) === true
      if (!hasAudience && !records.features?.some(hasRules) && !records.configs?.some(isRuled)) return
      if (!rules) await loaded()
      await rules?.load(records)
    },
  }
}
