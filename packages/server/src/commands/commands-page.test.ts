import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commands } from './commands.ts'

it('the page of commands names each command', () => {
  const page = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8')
  const isNamed = (name: string) => new RegExp(`\`signalbox ${name}[ \`]`).test(page)
  expect(Object.keys(commands).filter((name) => !isNamed(name))).toEqual([])
})
