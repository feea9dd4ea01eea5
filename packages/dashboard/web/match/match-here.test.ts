import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { exampleOf } from '../screens/api/routes/segments.ts'
import { pointerFor } from '../screens/error-page/pages.ts'
import { errorFor } from '../screens/error-page/preview.ts'
import { fieldOf } from '../screens/schema-form/read-schema.ts'
import { loadMatching, matchHere } from './match-here.ts'

beforeAll(loadMatching)

it('expressions match as the service reads them', () => {
  expect(matchHere('a|ab', 'whole')?.('ab')).toBe(true)
  expect(matchHere('b', 'whole')?.('ab')).toBe(false)
  expect(matchHere('b', 'any')?.('ab')).toBe(true)
  expect(matchHere('(?P<year>\\d+)', 'whole')?.('2027')).toBe(true)
  expect(matchHere('\\Qa+', 'whole')?.('a+')).toBe(true)
})

it.each(['(', '(?=a)', '(a)\\1', 'a{1000}b{1000}', 'a'.repeat(513)])('%s is not run', (source) => {
  expect(matchHere(source, 'any')).toBeUndefined()
})

// The engine of the browser would take years for each of them.
it('hostile expressions that someone has stored do not stall the page', () => {
  const long = `${'a'.repeat(60)}!`
  for (const source of ['(a+)+$', '(a|a)*$', '([a-z]+)*$', '(?:a?){60}a{60}$'])
    expect([source, matchHere(source, 'whole')?.(long)]).toEqual([source, false])

  const ofCause = '([a-z.]+)+!'
  expect(errorFor(pointerFor(ofCause))).toEqual({ cause: ofCause, status: 500 })
  expect(fieldOf({ type: 'string', pattern: `${'(?:|)'.repeat(60)}x` })).toMatchObject({ takesEmpty: false })
  expect(exampleOf(`$id<${'(|)'.repeat(30)}x>`, true)).toMatchObject({ text: '{id}' })
})

/** Files that pass an expression of their own by its name. */
const allowed = ['log/trace-of.ts', 'screens/routes/route-query.ts', 'tree/query.ts']

it('no file of the page compiles an expression that is not written in it', () => {
  const web = join(import.meta.dirname, '..')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /(?<!\.(?:test|fixture))\.tsx?$/.test(file))
  expect(sources.length).toBeGreaterThan(300)
  const compiling = /\bRegExp\s*\((?!\s*['"])|\.match(?:All)?\((?!\/)/
  const found = sources.filter((file) => compiling.test(readFileSync(join(web, file), 'utf8')))
  expect(found.sort()).toEqual(allowed)
})
