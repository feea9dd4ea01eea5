import { expect, it } from 'vitest'
import { askApi, textOf } from './site.fixture.ts'

const page = (path: string, text: string) => ({ path: [path], title: path, text_content: text })
const resources = [
  page('intro', 'An Überweisung is a **transfer** of money.'),
  page('transfers', 'How to send one.'),
  page('code', 'Call `POST /transfers`.\n\n```js\nawait send(invoice)\n```'),
  { path: ['html'], title: 'html', content_type: 'text/html', text_content: '<p class="needle">haystack</p>' },
]

function titles(q: string, documentation: object = { resources }): unknown {
  const found = askApi(documentation)('search/', { q, accept: 'application/json' })
  return found.kind === 'file'
    ? JSON.parse(textOf(found.body)).results.map(({ title }: { title: string }) => title)
    : found
}

it('finds pages with all words; titles count most', () => {
  expect(titles('transfers')).toEqual(['transfers', 'code'])
  expect(titles('transfer')).toEqual(['transfers', 'intro', 'code'])
  expect(titles('send one')).toEqual(['transfers'])
  expect(titles('send money')).toEqual([])
})

it('takes the last word as the beginning of one, and no other', () => {
  expect(titles('mon')).toEqual(['intro'])
  expect(titles('mon transfer')).toEqual([])
})

it('ignores case and accents', () => {
  for (const q of ['überweisung', 'UBERWEISUNG', 'U\u0308berweisung']) expect(titles(q)).toEqual(['intro'])
})

it('reads code and HTML, without its tags', () => {
  expect([titles('invoice'), titles('haystack'), titles('needle')]).toEqual([['code'], ['html'], []])
})

it('has the address of each page, and the words around what was found', () => {
  const found = askApi({ resources })('search/', { q: 'money', accept: 'application/json' })
  expect(JSON.parse(found.kind === 'file' ? textOf(found.body) : '')).toEqual({
    results: [
      {
        api: 'billing',
        path: '../../billing/intro/',
        title: 'intro',
        excerpt: 'An Überweisung is a transfer of money.',
      },
    ],
  })
  const { main, markdown } = askApi({ resources })('search/', { q: 'money' })
  expect(main).toContain('<h2><a href="../../billing/intro/">intro</a></h2>')
  expect(main).toContain('value="money"')
  expect(markdown).toContain('- [intro](../../billing/intro/):')
})

it('has at most 50 results, and takes 1 to 200 characters', () => {
  const many = { resources: Array.from({ length: 80 }, (_, i) => page(`p${i}`, 'same')) }
  expect(titles('same', many)).toHaveLength(50)
  for (const q of ['', ' ', 'a'.repeat(201), '!!!']) expect(titles(q)).toEqual([])
  expect(askApi({ resources })('search/').status).toBe(200)
})

it('shows words around a match, without the marks of Markdown', () => {
  const description = 'Sends **needle** [invoices](https://example.com)'
  const documentation = {
    resources: [{ ...page('guide', 'A __needle__ in `hay`'), description }],
    plans: [{ id: 'free', description, status: 'published', access_mode_configuration_type: 'apikey' }],
  }
  const found = askApi(documentation, { description })('search/', { q: 'needle', accept: 'application/json' })
  const { results } = JSON.parse(found.kind === 'file' ? textOf(found.body) : '{}')
  expect(results).toHaveLength(3)
  for (const { excerpt } of results) expect(excerpt).not.toMatch(/[*_`[\]()]|https/)
})
