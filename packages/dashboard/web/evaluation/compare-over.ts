import type { Feature } from '@signalbox/core/contract'
import { compileFeature, decidedBy, type Test, timeZone } from '@signalbox/core/evaluate'
import type { BoxSettings } from '../calls/box.ts'

/** What changes for a list of clients. */
export interface Compared {
  /** How many get the draft. */
  readonly active: number
  readonly begin: readonly string[]
  readonly lose: readonly string[]
}

interface Comparison {
  readonly ids: readonly string[]
  /** `undefined` if the feature does not exist yet: nobody gets it. */
  readonly saved: Feature | undefined
  readonly draft: Feature
  readonly settings: BoxSettings
  readonly now: number
}

/** Evaluates both versions of a feature for each id alone. `undefined` if either needs rules, a script, or is not valid. */
export function compareOver({ ids, saved, draft, settings, now }: Comparison): Compared | undefined {
  const [before, after] = [saved ? testOf(saved, settings, now) : never, testOf(draft, settings, now)]
  if (!before || !after) return undefined
  const begin: string[] = []
  const lose: string[] = []
  let active = 0
  for (const id of ids) {
    const context = { id }
    const [was, is] = [before(context), after(context)]
    if (is) active++
    if (is && !was) begin.push(id)
    if (was && !is) lose.push(id)
  }
  return { active, begin, lose }
}

const never: Test = () => false

/** The test of a feature that needs neither rules nor a script. */
function testOf(feature: Feature, { timeZone: zone, bucketing }: BoxSettings, now: number): Test | undefined {
  if (!feature.enabled) return never
  if (decidedBy(feature.activationStrategy) !== 'parameters') return undefined
  try {
    return compileFeature(feature, { clock: () => now, zone: timeZone(zone), bucketing }).isActive
  } catch {
    return undefined // the service says what is wrong
  }
}
