import { problem } from '../../machine/errors/errors.ts'
import { noAttribute, type Operator } from './operator.ts'
import { compareVersions, precedenceOf, readVersion, type Version } from './semantic-version.ts'

const value = { type: ['string', 'number'] }
const check = (one: string | number) => (readVersion(one) ? undefined : problem('error.version'))
const versionsIn = (values: readonly unknown[]): readonly Version[] => values.flatMap((one) => readVersion(one) ?? [])

/** The version is below a value. */
export const versionBelow: Operator<string | number> = {
  description: 'Is a version below a value (Semantic Versioning 2.0; 2 and v2.0 are versions, too)',
  value,
  check,
  example: { attribute: 'version', actual: '2.0.0-rc.1', value: '2.0.0' },
  compile(values) {
    const [highest] = versionsIn(values).toSorted((a, b) => compareVersions(b, a))
    if (!highest) return noAttribute
    return (attribute) => {
      const version = readVersion(attribute)
      return version !== undefined && compareVersions(version, highest) < 0
    }
  },
}

/** The version is a value or above it. */
export const versionAtLeast: Operator<string | number> = {
  description: 'Is a version not below a value',
  value,
  check,
  example: { attribute: 'version', actual: 'v3.1', value: '3' },
  compile(values) {
    const [lowest] = versionsIn(values).toSorted(compareVersions)
    if (!lowest) return noAttribute
    return (attribute) => {
      const version = readVersion(attribute)
      return version !== undefined && compareVersions(version, lowest) >= 0
    }
  },
}

/** The version has the precedence of a value: build metadata does not count. */
export const versionIs: Operator<string | number> = {
  description: 'Is a version equal to a value; build metadata does not count',
  value,
  check,
  example: { attribute: 'version', actual: '3.0.0+build.7', value: '3' },
  compile(values) {
    const listed = new Set(versionsIn(values).map(precedenceOf))
    return (attribute) => {
      const version = readVersion(attribute)
      return version !== undefined && listed.has(precedenceOf(version))
    }
  },
}
