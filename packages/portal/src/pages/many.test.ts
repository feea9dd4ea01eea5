import { describe, expect, it } from 'vitest'
import { apiOf, askApi, askSite, elementsOf, siteOf, textOf } from './site.fixture.ts'

const COUNT = 5000
const resources = Array.from({ length: COUNT }, (_, i) => ({
  path: ['chapter', `p${i}`],
  title: `Page ${i}`,
  text_content: `Text of page ${i}, see [the next](p${i + 1}) and [the last](/chapter/p${COUNT - 1}).`,
}))
const sidebarOf = (html: string) => /<nav[\s\S]*<\/nav>/.exec(html)?.[0] ?? ''
const linksOf = (html: string) => elementsOf(html).filter(({ name }) => name === 'a')

/** The CPU time of a piece of work, in milliseconds. */
function cpu(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('5,000 pages', () => {
  const ask = askApi({ resources })

  it('have sidebars with the pages around them, and a link to all', () => {
    for (const [path, first, last] of [
      ['', 0, 199],
      ['chapter/p0/', 0, 199],
      ['chapter/p2500/', 2400, 2599],
      ['chapter/p4999/', 4800, 4999],
    ] as const) {
      const { html } = ask(path)
      const labels = [...sidebarOf(html).matchAll(/>(Page \d+)<\/a>/g)].map(([, label]) => label)
      expect([path, labels.length, labels[0], labels.at(-1)]).toEqual([path, 200, `Page ${first}`, `Page ${last}`])
      expect(sidebarOf(html)).toMatch(/href="(\.\.\/)+billing\/search\/">All 5,000 pages<\/a>/)
      expect(html.length).toBeLessThan(40_000)
      if (path.startsWith('chapter')) expect(sidebarOf(html)).toContain('aria-current="page"')
    }
  })

  it('are listed where readers search, and in llms.txt', () => {
    expect(linksOf(ask('search/').main)).toHaveLength(COUNT)
    const found = ask('llms.txt')
    expect(found.kind === 'file' && found.text.split('\n').length).toBeGreaterThan(COUNT)
    const off = askApi({ resources, search: { enabled: false } })
    expect(sidebarOf(off().html)).toContain('href="../billing/llms.txt">All 5,000 pages</a>')
  })

  it('are found by their words', () => {
    const found = askSite(siteOf(apiOf({ resources })))('billing/search/', {
      q: 'page 4321',
      accept: 'application/json',
    })
    const { results } = JSON.parse(found.kind === 'file' ? textOf(found.body) : '')
    expect(results[0].title).toBe('Page 4321')
  })

  it('do not make each page take longer', () => {
    const few = askApi({ resources: resources.slice(0, 100) })
    const many = (ask: typeof few) => () => {
      for (let i = 0; i < 50; i++) ask(`chapter/p${i}/`)
    }
    const timeOf = (one: typeof few) => Math.min(...[1, 2, 3].map(() => cpu(many(one))))
    many(ask)()
    expect(timeOf(ask) / Math.max(5, timeOf(few))).toBeLessThan(6)
  })
})

describe('the index', () => {
  it('has the beginning of a long page, and the title of each', () => {
    const long = { path: ['long'], title: 'Long', text_content: `first ${'x '.repeat(100_000)} beyond` }
    const others = Array.from({ length: 40 }, (_, i) => ({ ...long, path: [`p${i}`], title: `Title${i}` }))
    const ask = askApi({ resources: [long, ...others, { path: ['end'], title: 'Ending', text_content: 'unread' }] })
    const titles = (q: string) => {
      const found = ask('search/', { q, accept: 'application/json' })
      return JSON.parse((found as { text: string }).text).results.map(({ title }: { title: string }) => title)
    }
    expect(titles('beyond')).toEqual([])
    expect(titles('first')[0]).toBe('Long')
    expect(titles('unread')).toEqual([])
    expect([titles('Title39'), titles('Ending')]).toEqual([['Title39'], ['Ending']])
  })
})

it('a navigation has at most 1,000 entries', () => {
  const navigation = Array.from({ length: 600 }, (_, i) => ({
    label: `Group ${i}`,
    items: Array.from({ length: 5 }, (_, j) => ({ label: `Entry ${i}.${j}`, link: `/chapter/p${j}` })),
  }))
  const sidebar = sidebarOf(askApi({ navigation, resources })().html)
  expect([...sidebar.matchAll(/>(Group|Entry) /g)]).toHaveLength(1000)
})

it('thousands of redirections in one chain are followed in no time, and end where a loop begins', () => {
  const chain = Array.from({ length: COUNT }, (_, i) => ({ from: `/r${i}`, to: `/r${i + 1}` }))
  const looped = askApi({ redirections: [...chain, { from: `/r${COUNT}`, to: '/r0' }] })
  const open = askApi({ redirections: chain, resources })
  expect(cpu(() => looped('r0')) + cpu(() => open('r0'))).toBeLessThan(2000)
  expect([looped('r0').status, open('r0').status]).toEqual([404, 303])
})
