import type { Condition } from '@signalbox/core'
import { operators as ours } from '@signalbox/core/targeting'
import { anyOf, missing, never } from '../plans/logic.ts'
import { nextVersion } from '../plans/next-version.ts'
import { compare } from '../plans/typed.ts'
import type { ValueScope } from './scope.ts'

type VersionOperator = '$veq' | '$vgt' | '$vgte' | '$vlt' | '$vlte'

/** The attribute is a version that compares so. An attribute that is no text is version 0, below all others. */
export const versioned =
  (operator: VersionOperator) =>
  (attribute: string, bound: unknown, scope: ValueScope): Condition => {
    if (typeof bound !== 'string' || ours.versionIs.check?.(bound as never, undefined) !== undefined) {
      scope.onLost(`An attribute is compared with ${JSON.stringify(bound)?.slice(0, 100)}, which is no version`)
      return never
    }
    if (!/^v?\d+\.\d+\.\d+/i.test(bound))
      scope.onChanged(`The version ${bound} has less than three numbers`, 'The missing ones are 0')
    scope.onChanged('Attributes that are numbers are version 0', 'They are read as versions')
    const isBelow = operator === '$vlt' || operator === '$vlte'
    return anyOf([
      ...compared(attribute, bound)[operator],
      ...(isBelow ? [compare(attribute, 'is', ['', true, false])] : []),
      ...(isBelow && !scope.isItem ? [missing(attribute)] : []),
    ])
  }

const compared = (attribute: string, bound: string) => ({
  $veq: [compare(attribute, 'versionIs', [bound])],
  $vgt: [compare(attribute, 'versionAtLeast', [nextVersion(bound)])],
  $vgte: [compare(attribute, 'versionAtLeast', [bound])],
  $vlt: [compare(attribute, 'versionBelow', [bound])],
  $vlte: [compare(attribute, 'versionBelow', [nextVersion(bound)])],
})
