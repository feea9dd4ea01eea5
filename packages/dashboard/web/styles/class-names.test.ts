import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')

/** Selectors of one class alone, outside all others: they style every element of that class, on whatever screen. */
function classesAlone(css: string): readonly string[] {
  const open: string[] = []
  const found = new Set<string>()
  for (const [, selector = '', end] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (end === '}') open.pop()
    if (end !== '{') continue
    if (open.every((outer) => outer.startsWith('@')))
      for (const one of selector.split(',')) if (/^\.[\w-]+$/.test(one.trim())) found.add(one.trim())
    open.push(selector.trim())
  }
  return [...found]
}

it('no two style sheets style the same class: sheets stay loaded, so one screen would change another', () => {
  const owners = new Map<string, string[]>()
  for (const file of globSync('**/*.css', { cwd: web }).sort())
    for (const name of classesAlone(readFileSync(join(web, file), 'utf8')))
      owners.set(name, [...(owners.get(name) ?? []), file])
  expect(owners.size).toBeGreaterThan(100)
  expect([...owners].filter(([, files]) => files.length > 1)).toEqual([])
})

it('no screen styles the inside of all dialogs', () => {
  const files = globSync('screens/**/*.css', { cwd: web })
  const hits = files.filter((file) => /^\s*\.dialog\b(?!.*:has\()/m.test(readFileSync(join(web, file), 'utf8')))
  expect(hits).toEqual([])
})
