import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { causeOf, causes } from './causes.ts'

const page = readFileSync(new URL('../../docs/causes.md', import.meta.url), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  )

function rowOf(id: string): readonly string[] {
  const { status, message, proxyError = '', logOnly } = causeOf(id) ?? { status: 0, message: '' }
  return [`${status}${logOnly ? ' (logs only)' : ''}`, `\`${id}\``, message, proxyError]
}

it('the page of causes lists each cause with its status, message and error type', () => {
  expect(rows).toEqual(causes.map(({ id }) => rowOf(id)))
})
