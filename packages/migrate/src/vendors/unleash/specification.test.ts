import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ask, type UnleashContext } from './questions.fixture.ts'

/** The cases that every client of Unleash must pass. */
interface Specification {
  readonly name: string
  readonly state: object
  readonly tests?: readonly Case<boolean>[]
  readonly variantTests?: readonly Case<object>[]
}
interface Case<T> {
  readonly description: string
  readonly context: UnleashContext
  readonly toggleName: string
  readonly expectedResult: T
}

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('@unleash/client-specification/package.json')), 'specifications')
const names: readonly string[] = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))
/** 19 and 20 concern the protocol between clients and server. */
const files = names.filter((name) => !/^(19|20)-/.test(name))

describe('the specification of clients', () => {
  it('has the files 01 to 18, 21 and 22', () => {
    expect(files.map((name) => Number(name.slice(0, 2)))).toEqual([
      ...Array.from({ length: 18 }, (_, i) => i + 1),
      21,
      22,
    ])
  })

  it.each(files)('%s: imported flags answer every case', async (file) => {
    const {
      state,
      tests = [],
      variantTests = [],
    } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Specification
    const { isEnabled, getVariant, report } = await ask(state)
    expect(report.failures).toEqual([])
    const wrong: object[] = []
    for (const { description, context, toggleName, expectedResult } of tests) {
      const answer = isEnabled(toggleName, context)
      if (answer !== expectedResult) wrong.push({ description, context, answer })
    }
    for (const { description, context, toggleName, expectedResult } of variantTests) {
      const answer = getVariant(toggleName, context)
      if (!isSame(answer, expectedResult)) wrong.push({ description, context, answer, expectedResult })
    }
    expect(wrong).toEqual([])
  })
})

/** Members in any order. */
const isSame = (a: object, b: object): boolean => {
  try {
    expect(a).toEqual(b)
    return true
  } catch {
    return false
  }
}
