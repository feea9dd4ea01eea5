import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')
const json = (path: string) => JSON.parse(read(path))

interface Field {
  readonly type: string
  readonly id?: string
  readonly attributes: {
    readonly label?: string
    readonly value?: string
    readonly options?: readonly string[]
  }
}

const forms = globSync('.github/ISSUE_TEMPLATE/!(config).yml', { cwd: root })

describe.each(forms)('%s', (path) => {
  const { name, description, body } = parse(read(path)) as { name: string; description: string; body: Field[] }

  it('is a form: it has a name, a description, and fields of known types', () => {
    expect([name, description]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)])
    const fields = body.filter(({ type }) => type !== 'markdown')
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
    expect(new Set(fields.map(({ attributes }) => attributes.label)).size).toBe(fields.length)
    for (const { type, id, attributes } of body) {
      expect(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes']).toContain(type)
      if (type === 'markdown') expect(attributes.value).toMatch(/./)
      else expect([id, attributes.label]).toEqual([expect.stringMatching(/^[\w-]+$/), expect.stringMatching(/./)])
      if (type === 'dropdown') expect(new Set(attributes.options).size).toBeGreaterThan(1)
    }
  })
})

it('workflows may only read, end in time, and run the script that everybody runs', () => {
  const paths = globSync('.github/workflows/*.yml', { cwd: root })
  expect(paths).not.toEqual([])
  for (const path of paths) {
    const { permissions, jobs } = parse(read(path))
    expect(permissions).toEqual({ contents: 'read' })
    for (const job of Object.values<{ 'timeout-minutes': number; steps: { run?: string }[] }>(jobs)) {
      expect(job['timeout-minutes']).toBeGreaterThan(0)
      expect(job.steps.map(({ run }) => run)).toContain('.ci/run')
    }
  }
})

it('dependabot looks after packages and actions, with the types of commits of this repository', () => {
  const { version, updates } = parse(read('.github/dependabot.yml'))
  expect(version).toBe(2)
  expect(updates).toMatchObject([
    { 'package-ecosystem': 'npm', directory: '/', 'commit-message': { prefix: 'build' } },
    { 'package-ecosystem': 'github-actions', directory: '/', 'commit-message': { prefix: 'ci' } },
  ])
})

it('editors indent and break lines as Biome does', () => {
  const { formatter } = json('.biome.json')
  const [forAll = ''] = read('.editorconfig').split(/^\[\*\.md\]$/m)
  const settings = Object.fromEntries([...forAll.matchAll(/^(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]))
  expect(settings).toMatchObject({
    indent_style: formatter.indentStyle,
    indent_size: String(formatter.indentWidth ?? 2),
    max_line_length: String(formatter.lineWidth),
    end_of_line: formatter.lineEnding ?? 'lf',
  })
})
