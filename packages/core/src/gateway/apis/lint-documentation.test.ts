import { expect, it } from 'vitest'
import { createSignalbox } from '../../signalbox.ts'

/** The warnings about a documentation, each with its place. */
async function problemsOf(documentation: object): Promise<readonly string[]> {
  const box = createSignalbox()
  await box.apis.create({ body: { id: 'a', name: 'A', documentation } as never })
  const { problems } = await box.apis.lint({ id: 'a' })
  await box.close()
  return problems
    .filter(({ pointer }) => /^\/documentation\/(?!plans)/.test(pointer))
    .map(({ severity, pointer, message }) => `${severity} ${pointer.replace('/documentation', '')}: ${message}`)
}
const page = (path: string, text: string, members: object = {}) => ({
  path: path.split('/'),
  text_content: text,
  ...members,
})
const dead = (pointer: string, link: string) =>
  `warning ${pointer}: The link ${link} leads to no page: correct it, or add a resource with this path`

it('links to no page are reported, wherever they are', async () => {
  expect(
    await problemsOf({
      home: { text_content: '[a](/nothing) [b](guide/first) [c](guide/first.md)' },
      banner: { text_content: '![x](/no.png)' },
      footer: { text_content: '[x]: /none "title"' },
      resources: [page('guide/first', '[a](second) [b](../guide/second#part) [c](third)'), page('guide/second', '')],
      references: [{ title: 'x', link: 'missing' }],
      navigation: [
        {
          label: 'x',
          items: [
            { label: 'y', link: '/gone' },
            { label: 'z', kind: 'category', links: [{ label: 'q', link: 'lost' }] },
          ],
        },
      ],
      redirections: [{ from: '/old', to: '/new' }],
    }),
  ).toEqual([
    dead('/home/text_content', '/nothing'),
    dead('/banner/text_content', '/no.png'),
    dead('/footer/text_content', '/none'),
    dead('/resources/0/text_content', 'third'),
    dead('/references/0/link', 'missing'),
    dead('/navigation/0/items/0/link', '/gone'),
    dead('/navigation/0/items/1/links/0/link', 'lost'),
    dead('/redirections/0/to', '/new'),
  ])
})

it.each([
  '[a](https://a.example) [b](mailto:me@a.example) [c](#part) [d](?q=1)',
  '[a](/plans) [b](changes/) [c](/reference/orders#h-x) [d](/openapi.json) [e](/search?q=x) [f](./) [g](/documentation/guide)',
  '[a](/guide) [b](guide/) [c](/guide?x=1#y) [d](/g%75ide) [e](/old)',
  '`[a](/no)`\n\n```\n[a](/no)\n```\n\n    [a](/no)',
  'a [word] (in brackets) and [another][1]',
])('%s has no dead link', async (text) => {
  const redirections = [{ from: '/old', to: '/guide' }]
  expect(await problemsOf({ home: { text_content: text }, resources: [page('guide', 'x')], redirections })).toEqual([])
})

it('nothing is said of HTML, of documentation that is off, and of pages that a source may bring', async () => {
  const home = { text_content: '[a](/no)' }
  expect(await problemsOf({ home: { ...home, content_type: 'text/html' } })).toEqual([])
  expect(await problemsOf({ home, enabled: false })).toEqual([])
  expect(await problemsOf({ home, source: { url: 'https://a.example/docs.json' } })).toEqual([])
})

it('loops of redirections are reported', async () => {
  const loop = (i: number, from: string) =>
    `warning /redirections/${i}/to: The redirection from ${from} is part of a loop, and readers get 404: remove one of its redirections`
  const redirections = [
    ...[
      { from: '/a', to: '/b' },
      { from: 'b/', to: '/c' },
      { from: '/c', to: '/a' },
    ],
    ...[
      { from: '/self', to: 'self?x' },
      { from: '/fine', to: 'https://a.example' },
    ],
  ]
  expect(await problemsOf({ redirections })).toEqual([loop(0, '/a'), loop(1, '/b'), loop(2, '/c'), loop(3, '/self')])
})

it('paths that something else has are reported', async () => {
  const hidden = (i: number, path: string, by: string) =>
    `warning /resources/${i}/path: The path ${path} is that of ${by}, so the resource is not shown: choose another path`
  expect(
    await problemsOf({
      resources: [
        page('plans', 'x'),
        page('reference/x', 'x'),
        page('a', 'x'),
        page('a', 'y'),
        page('b', 'x'),
        page('..', 'x'),
        page('fine', 'x'),
      ],
      redirections: [
        { from: '/b', to: '/a' },
        { from: '/b', to: '/fine' },
        { from: '/changes', to: '/a' },
      ],
    }),
  ).toEqual([
    hidden(0, '/plans', 'a page of the portal'),
    hidden(1, '/reference/x', 'a page of the portal'),
    hidden(3, '/a', 'the resource 2'),
    hidden(4, '/b', 'the redirection 0'),
    'warning /resources/5/path: The path is no address, so nobody can open the resource: remove dots, backslashes and control characters',
    'warning /redirections/1/from: The path /b is that of the redirection 0: the redirection has no effect',
    'warning /redirections/2/from: The path /changes is that of a page of the portal: the redirection has no effect',
  ])
})

it('a text of 2 MiB takes as long as it is', async () => {
  for (const mark of ['[', '](', '[a](', '`', '```\n', '[a]: ', '[\\', '~~~']) {
    const text = mark.repeat(Math.ceil(2 ** 21 / mark.length))
    expect((await problemsOf({ home: { text_content: text } })).length).toBeLessThan(6000)
  }
})
