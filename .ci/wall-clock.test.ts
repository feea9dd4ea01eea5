import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Differences of two times of a clock. */
const difference = String.raw`(?:performance|Date)\.now\(\) - [\w.]+`
const bound = String.raw`\.(?:not\.)?toBe(?:Less|Greater)Than(?:OrEqual)?\((?:[\d_.e]+|[A-Z_]+)`

/** The lines of a test that compare elapsed time with a number or a constant: directly, or through a variable or a member. */
function wallClocksIn(text: string): readonly string[] {
  const names = [...text.matchAll(new RegExp(String.raw`(?:const |let |\b)(\w+)(?: =|:) (?:\(?)${difference}`, 'g'))]
  const named = [...new Set(names.map(([, name]) => name))].join('|')
  const timed = named === '' ? difference : String.raw`${difference}|\b(?:${named})\b`
  // A division is a ratio.
  return [...text.matchAll(new RegExp(String.raw`expect\((?![^\n]* / )[^\n]*(?:${timed})[^\n]*\)${bound}.*`, 'g'))].map(
    ([line]) => line.trim(),
  )
}

/** Why a file may do it nevertheless. */
const allowed: Readonly<Record<string, string>> = {
  'packages/dashboard/web/together.browser.test.ts': 'that a change is pushed, not polled, is about a second',
  'packages/scripts-jvm/src/process.jvm.test.ts':
    'a JVM that was killed is told apart from runs that wait for their limit',
}

it.each([
  ['expect(performance.now() - start).toBeLessThan(1000)', true],
  ['expect(Date.now() - from).toBeGreaterThan(400)', true],
  ['expect(performance.now() - start).toBeLessThan(MOST_MS)', true],
  ['const took = performance.now() - start\nexpect(took).toBeLessThan(20_000)', true],
  ['return { ms: performance.now() - start }\nexpect(one.ms).toBeLessThan(5e3)', true],
  ['expect(performance.now() - from).toBeLessThanOrEqual(1000)', true],
  ['await expect.poll(() => performance.now() - begun).toBeGreaterThan(400)', false],
  ['const took = performance.now() - start\nexpect(took / before).toBeLessThan(3)', false],
  ['expect(performance.now() - from).toBeLessThan(before * 3)', false],
  ['expect(await costOf(work)).toBeLessThan(20)', false],
])('a wall clock is found: %j', (text, isFound) => expect(wallClocksIn(text).length > 0).toBe(isFound))

it('no test compares elapsed time with a number of milliseconds: a busy machine would fail it', () => {
  const files = globSync(
    ['packages/**/*.test.ts', 'packages/**/*.test.tsx', 'examples/**/*.test.ts', '.ci/**/*.test.ts'],
    {
      cwd: root,
      exclude: ['**/node_modules/**', '.ci/wall-clock.test.ts'],
    },
  )
  const found = files
    .map((file) => [file, wallClocksIn(readFileSync(join(root, file), 'utf8'))] as const)
    .filter(([, lines]) => lines.length > 0)
  expect(found.filter(([file]) => !(file in allowed))).toEqual([])
  expect(found.map(([file]) => file).sort()).toEqual(Object.keys(allowed).sort())
})
