import { beforeAll, expect, test } from 'vitest'
import { loadMatching } from '../../match/match-here.ts'
import { completePlaceholder } from './complete-placeholder.ts'
import { keyFor, messagesOf, purposeOf, withMessage } from './messages.ts'
import { causeIn, labelOf, pagesOf, pointerFor, reachWords, withPage, writtenWords } from './pages.ts'
import { choiceSentence, errorFor, statusOf } from './preview.ts'

beforeAll(loadMatching)

const template = {
  serviceId: 'billing',
  template40x: '<h1>4xx</h1>',
  template50x: '',
  genericTemplates: { 'errors.quota.exceeded': 'quota', 'errors\\.a/b~.*': 'pattern' },
}

test('pages have a place, a name and their HTML', () => {
  expect(pagesOf(template)).toEqual([
    { pointer: '/template40x', label: 'For 4xx', html: '<h1>4xx</h1>' },
    { pointer: '/template50x', label: 'For 5xx and everything else', html: '' },
    { pointer: '/templateBuild', label: 'Under construction', html: '' },
    { pointer: '/templateMaintenance', label: 'In maintenance', html: '' },
    { pointer: '/genericTemplates/errors.quota.exceeded', label: 'errors.quota.exceeded', html: 'quota' },
    { pointer: '/genericTemplates/errors\\.a~1b~0.*', label: 'errors\\.a/b~.*', html: 'pattern' },
  ])
  for (const cause of ['errors.a', 'a/b', '~', '__proto__']) expect(causeIn(pointerFor(cause))).toBe(cause)
  expect([causeIn('/template40x'), labelOf('/later')]).toEqual([undefined, '/later'])
})

test('a page is written, added and removed without touching others', () => {
  const added = withPage(template, pointerFor('__proto__'), 'x')
  expect(Object.entries(added.genericTemplates ?? {}).at(-1)).toEqual(['__proto__', 'x'])
  expect(withPage(added, pointerFor('__proto__'), undefined)).toEqual(template)
  expect(withPage({ serviceId: 'a' }, '/templateBuild', 'b')).toEqual({ serviceId: 'a', templateBuild: 'b' })
})

test('words say for whom the pages are, and which are written', () => {
  expect(reachWords('global')).toBe('every API without its own page, and requests that no route takes')
  expect(reachWords('billing')).toBe('the routes of the API billing without their own page')
  expect(reachWords('billing:refunds')).toBe('the route billing:refunds')
  expect(writtenWords(template)).toBe('4xx, 2 causes')
  expect(writtenWords({ serviceId: 'a', templateMaintenance: 'x', genericTemplates: { a: 'x', b: '' } })).toBe(
    'maintenance, 1 cause',
  )
  expect(writtenWords({ serviceId: 'a' })).toBe('no page is written')
})

test('each page is shown with an error that it is for', () => {
  expect(errorFor('/template40x')).toEqual({ cause: 'errors.service.not.found', status: 404 })
  expect(errorFor('/templateMaintenance')).toEqual({ cause: 'errors.service.in.maintenance', status: 503 })
  expect(errorFor(pointerFor('errors.quota.exceeded'))).toEqual({ cause: 'errors.quota.exceeded', status: 429 })
  expect(errorFor(pointerFor('errors\\.backend\\..*'))).toMatchObject({ cause: 'errors.backend.unreachable' })
  expect(errorFor(pointerFor('own.cause'))).toEqual({ cause: 'own.cause', status: 500 })
  expect(errorFor(pointerFor('('))).toEqual({ cause: '(', status: 500 })
  expect([statusOf('errors.backend.timeout'), statusOf('own')]).toEqual([504, 500])
})

test('a sentence says which page is shown, and why', () => {
  const html = { cause: 'errors.quota.exceeded', status: 429, form: 'html' } as const
  expect([
    choiceSentence(html, pointerFor('errors.quota.exceeded')),
    choiceSentence(html, pointerFor('errors\\.quota.*')),
    choiceSentence(html, '/template40x'),
    choiceSentence(html, '/template50x'),
    choiceSentence({ ...html, cause: 'errors.service.in.maintenance', status: 503 }, '/templateMaintenance'),
    choiceSentence(html, undefined),
    choiceSentence({ ...html, form: 'json' }, undefined),
  ]).toEqual([
    'The page for the cause errors.quota.exceeded takes precedence over all others.',
    'The expression errors\\.quota.* matches the cause errors.quota.exceeded, and takes precedence.',
    'The page for 4xx: no page for its cause is written.',
    'For 5xx and everything else: no other page for 4xx is written.',
    'The page “In maintenance”, because of the cause errors.service.in.maintenance.',
    'No page is written for errors.quota.exceeded with 429: the gateway shows its own.',
    'The client asks for JSON: pages are HTML, only the messages apply.',
  ])
})

test('texts are those of statuses first', () => {
  const messages = { 'errors.b': 'B', 'message-503': 'later', 'message-404': 'gone' }
  const found = messagesOf({ serviceId: 'a', messages })
  expect(found.map(({ key }) => purposeOf(key))).toEqual([
    'The message of 404',
    'The message of 503',
    'The cause errors.b',
  ])
  expect([keyFor(' 404 '), keyFor('errors.a'), keyFor('4040')]).toEqual(['message-404', 'errors.a', '4040'])
  expect(withMessage({ serviceId: 'a', messages }, 'errors.b', undefined).messages).not.toHaveProperty(['errors.b'])
})

test('placeholders are proposed after a dollar', () => {
  const at = (text: string) => completePlaceholder(text, text.length)
  expect(at('<h1>$')).toMatchObject({ from: 4 })
  expect(at('<h1>${mes')).toMatchObject({
    from: 4,
    options: expect.arrayContaining([expect.objectContaining({ label: '${message}' })]),
  })
  expect([at('<h1>'), at('${message}')]).toEqual([undefined, undefined])
})
