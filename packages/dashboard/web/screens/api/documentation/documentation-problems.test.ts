import { expect, it } from 'vitest'
import { problemsOf } from './documentation-problems.ts'

const at = (path: string) =>
  problemsOf({ resources: [{ path: path.split('/') }] })['/documentation/resources/0/path']?.[0]

it.each([
  ['guide', undefined],
  ['guide/first', undefined],
  ['/guide//first/', undefined],
  ['', 'Enter a path'],
  ['//', 'Enter a path'],
  ['..', 'segments . or ..'],
  ['guide/../plans', 'segments . or ..'],
  ['./guide', 'segments . or ..'],
  ['guide\\first', 'backslashes'],
  ['guide\u0000', 'control characters'],
  ['guide%2ffirst', 'without escapes'],
  ['%2E%2e', 'without escapes'],
  ['plans', 'uses the path plans itself'],
  ['reference/pets', 'uses the path reference itself'],
])('the path “%s” of a page is judged', (path, expected) => {
  if (expected === undefined) expect(at(path)).toBe(undefined)
  else expect(at(path)).toContain(expected)
})

it('the second page with a path is told so', () => {
  const found = problemsOf({ resources: [{ path: ['a'] }, { path: ['a'] }, { path: ['b'] }] })
  expect(Object.keys(found)).toEqual(['/documentation/resources/1/path'])
})

it('content that is not Base64 is told at its field, wherever it is', () => {
  const wrong = { path: ['a'], base64_content: '%%%' }
  const found = problemsOf({ home: wrong, banner: wrong, footer: wrong, logo: wrong, resources: [wrong] })
  const fields = Object.keys(found).filter((pointer) => pointer.endsWith('/base64_content'))
  expect(fields.map((pointer) => pointer.split('/').slice(2, -1).join('/')).sort()).toEqual(
    ['banner', 'footer', 'home', 'logo', 'resources/0'].sort(),
  )
  expect(problemsOf({ home: { base64_content: ' aGk=\n' } })).toEqual({})
})

it.each([
  ['image/png', '\x89PNG\r\n', undefined],
  ['image/jpeg', '\xff\xd8\xff\xe0', undefined],
  ['image/svg+xml; charset=utf-8', '<svg xmlns="x"/>', undefined],
  ['image/webp', 'RIFF1234WEBPVP8 ', undefined],
  ['image/png', 'hello', 'The file isn’t a picture.'],
  ['application/pdf', '\x89PNG', 'A logo is a picture'],
  [undefined, '\x89PNG', 'A logo is a picture'],
])('a logo of type %s with %j is judged', (content_type, bytes, expected) => {
  const [found] = Object.values(
    problemsOf({ logo: { base64_content: btoa(bytes), ...(content_type && { content_type }) } }),
  )
  if (expected === undefined) expect(found).toBe(undefined)
  else expect(found?.[0]).toContain(expected)
})

it.each([
  ['/guide', true],
  ['guide', true],
  ['https://status.example.com/', true],
  ['HTTPS://status.example.com/', true],
  ['http://status.example.com/', false],
  ['javascript:alert(1)', false],
  [' JavaScript:alert(1)', false],
  ['//other.example/x', false],
  ['data:text/html,x', false],
  ['/a\\b', false],
  ['', false],
])('the link “%s” is accepted: %s', (link, isFine) => {
  const found = problemsOf({ references: [{ title: 'x', link }], redirections: [{ from: '/old', to: link }] })
  expect(Object.keys(found)).toEqual(
    isFine ? [] : ['/documentation/references/0/link', '/documentation/redirections/0/to'],
  )
})

it('a redirect starts at a path of the API', () => {
  for (const from of ['', 'https://a.example/', '//a.example'])
    expect(problemsOf({ redirections: [{ from, to: '/x' }] })['/documentation/redirections/0/from']).toEqual([
      'Enter a path, such as /old.',
    ])
})
