import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { collect } from './collect.ts'
import { generate } from './generate.ts'
import { home } from './home.ts'
import { anchorsOf } from './markdown.ts'
import { brokenLinks } from './problems.ts'
import { root } from './root.ts'
import { pages } from './site.ts'

it('every link leads to a page, a heading, a picture or a file that exists', async () => {
  expect(brokenLinks(collect(generate()))).toEqual([])
})

it('a link to an absent page, heading or file is found', () => {
  const page = { route: 'concepts', title: 'Concepts' }
  const text = '# One\n[a](/no-page) [b](#none) [c](none.ts) [`d`](#one) `[e](#none)`\n```\n[f](#none)\n```\n'
  expect(brokenLinks([{ page, text, pictures: [] }])).toEqual([
    'concepts: there is no page /no-page',
    'concepts: #none names no heading of concepts',
    'concepts: none.ts does not exist',
  ])
})

it('headings have the ids that GitHub gives them', () => {
  const text = '# A & B\n## `x.y()` of [z](#w)\n## Same\n## Same\n```sh\n# no heading\n```\n'
  expect(anchorsOf(text)).toEqual(['a--b', 'xy-of-z', 'same', 'same-1'])
  expect(anchorsOf('# One\n\n    # indented code\n\n## Two\n')).toEqual(['one', 'two'])
})

it('every page of the packages is on the site', () => {
  const files = globSync(['packages/*/docs/*.md', 'packages/docs/pages/**/*.md'], { cwd: root })
  const shown = new Set(pages.map(({ file }) => file))
  expect(files.filter((file) => !shown.has(file))).toEqual([])
})

it('no path and no file stands twice in the navigation', () => {
  const routes = pages.map(({ route }) => route)
  const files = pages.flatMap(({ file = [] }) => file)
  expect([new Set(routes).size, new Set(files).size]).toEqual([routes.length, files.length])
})

it('the front page links to pages and headings that exist', async () => {
  const anchors = new Map(collect(generate()).map(({ page, text }) => [`/${page.route}`, anchorsOf(text)]))
  for (const { link } of [...home.hero.actions, ...home.features]) {
    const [route = '', anchor] = link.split('#')
    expect(anchors.has(route), link).toBe(true)
    if (anchor !== undefined) expect(anchors.get(route)).toContain(anchor)
  }
})
