import type { Problem } from '../../machine/errors/errors.ts'
import { isObject } from '../../machine/json/json.ts'
import { percentage } from './percentage.ts'
import type { Spelling } from './spelling.ts'

/** Checks the shares of rules. Conditions are checked by `checkConditions`, which is loaded with the first write. */
export const rules: Spelling = {
  check({ rules: list }) {
    const found: Record<string, readonly Problem[]> = {}
    if (!Array.isArray(list)) return found
    for (const [i, rule] of list.entries()) {
      if (!isObject(rule)) continue
      for (const [member, problems] of Object.entries(percentage.check?.(rule) ?? {}))
        found[`rules/${i}/${member}`] = problems
    }
    return found
  },
}
