import { describe, expect, it } from 'vitest'
import { compareFacts } from './compare.ts'
import { factsOfDefinition, operationsOfDocument } from './facts.ts'

type Definition = Parameters<typeof factsOfDefinition>[0]

const plan = (id: string, configuration: object = {}, members: object = {}) => ({
  ...{ id, name: id, status: 'published', access_mode_configuration_type: 'apikey' },
  access_mode_configuration: configuration,
  ...members,
})
const withPlans = (...plans: object[]) => ({ documentation: { plans } }) as unknown as Definition
const withPages = (...resources: object[]) => ({ documentation: { resources } }) as unknown as Definition
const document = (paths: object) => ({ openapi: '3.1.0', paths })

/** What changed, each breaking change with a mark. */
const compare = (before: Definition, after: Definition, documents?: readonly [object, object]) => {
  const [a, b] = documents?.map((one) => ({ operations: operationsOfDocument(one as never) })) ?? [{}, {}]
  return compareFacts(factsOfDefinition(before, a ?? {}), factsOfDefinition(after, b ?? {})).map(
    ({ text, isBreaking }) => `${isBreaking ? '! ' : ''}${text}`,
  )
}
const none = { name: '' } as Definition
const compareDocuments = (before: object, after: object) => compare(none, none, [document(before), document(after)])

describe('operations', () => {
  it('come and go; names of parameters in paths do not count', () => {
    const before = { '/a/{id}': { get: {}, delete: {} } }
    expect(compareDocuments(before, { '/a/{a}': { get: {}, put: {} } })).toEqual([
      '! DELETE /a/{id} was removed',
      'PUT /a/{a} was added',
    ])
  })

  it('may require more parameters than before', () => {
    const operation = (...parameters: object[]) => ({ '/a': { get: { parameters } } })
    const page = { name: 'page', in: 'query' }
    const breaks = ['! GET /a now requires the query parameter page']
    expect(compareDocuments(operation(page), operation({ ...page, required: true }))).toEqual(breaks)
    expect(compareDocuments(operation(), operation({ ...page, required: true }))).toEqual(breaks)
    expect(compareDocuments(operation({ ...page, required: true }), operation(page))).toEqual([])
    expect(compareDocuments(operation(), operation(page))).toEqual([])
    const body = (required: boolean) => ({ '/a': { post: { requestBody: { required, content: {} } } } })
    expect(compareDocuments(body(false), body(true))).toEqual(['! POST /a now requires a body'])
  })

  it('are routes without a document, by method and path', () => {
    const routes = (...paths: string[]) =>
      ({
        routes: paths.map((path) => ({ id: path, backend: 'secret', frontend: { paths: [path], methods: ['GET'] } })),
      }) as unknown as Definition
    expect(compare(routes('/a', '/b/:id'), routes('/a', '/b/:name', '/c'))).toEqual(['GET /c was added'])
    expect(compare(routes('/a', '/b'), routes('/a'))).toEqual(['! GET /b was removed'])
    expect(
      compare({ ...none, routes: [{ id: 'x', enabled: false, frontend: { paths: ['/x'] } }] } as never, none),
    ).toEqual([])
  })
})

describe('plans', () => {
  it.each<[what: string, before: object[], after: object[], changes: string[]]>([
    ['a new one', [], [plan('A')], ['The plan A was added']],
    ['one less', [plan('A')], [], ['! The plan A was removed']],
    ['one that is closed', [plan('A')], [plan('A', {}, { status: 'closed' })], ['! The plan A was removed']],
    ['one that was prepared', [plan('A', {}, { status: 'staging' })], [plan('A')], ['The plan A was added']],
    ['one in preparation', [], [plan('A', {}, { status: 'staging' })], []],
    ['the end', [plan('A')], [plan('A', {}, { status: 'deprecated' })], ['The plan A is deprecated']],
    [
      'another access',
      [plan('A')],
      [plan('A', { secret: 'hidden' }, { access_mode_configuration_type: 'jwt' })],
      ['! The plan A: access changed from “A client ID and a client secret” to “A signed token (JWT)”'],
    ],
    [
      'a lower quota',
      [plan('A', { quota: { perDay: 10 } })],
      [plan('A', { quota: { perDay: 5 } })],
      ['! The plan A: quota changed from “10 requests a day” to “5 requests a day”'],
    ],
    [
      'a higher quota',
      [plan('A', { quota: { perDay: 10 } })],
      [plan('A', { quota: { perDay: 15 } })],
      ['The plan A: quota changed from “10 requests a day” to “15 requests a day”'],
    ],
    [
      'a first quota',
      [plan('A')],
      [plan('A', { quota: { perMonth: 1000 } })],
      ['! The plan A: quota changed from “none” to “1,000 requests a month”'],
    ],
    [
      'a quota less',
      [plan('A', { quota: { perMonth: 1000 } })],
      [plan('A')],
      ['The plan A: quota changed from “1,000 requests a month” to “none”'],
    ],
    [
      'a slower rate',
      [plan('A', { quota: { window: 1, perWindow: 10 } })],
      [plan('A', { quota: { window: 60, perWindow: 100 } })],
      ['! The plan A: quota changed from “10 requests in 1 s” to “100 requests in 60 s”'],
    ],
    [
      'another price',
      [plan('A', {}, { pricing: { enabled: true, price: 1, currency: 'EUR' } })],
      [plan('A', {}, { pricing: { enabled: true, price: 2, currency: 'EUR' } })],
      ['The plan A: price changed from “€1.00” to “€2.00”'],
    ],
    ['what nobody notices', [plan('A', { tags: ['a'] }, { tags: ['x'] })], [plan('A', { tags: ['b'] })], []],
  ])('%s', (_, before, after, changes) => {
    expect(compare(withPlans(...before), withPlans(...after))).toEqual(changes)
  })

  it('may cover fewer operations', () => {
    const paths = { '/a': { get: {}, post: {} }, '/b': { get: {} } }
    const documents = [document(paths), document(paths)] as const
    const only = plan('A', { restrictions: { allowed: [{ path: '/a' }] } })
    expect(compare(withPlans(plan('A')), withPlans(only), documents)).toEqual(['! The plan A no longer covers GET /b'])
    expect(compare(withPlans(plan('A')), withPlans(plan('A', { readOnly: true })), documents)).toEqual([
      '! The plan A no longer covers POST /a',
    ])
    expect(compare(withPlans(only), withPlans(plan('A')), documents)).toEqual(['The plan A now covers GET /b'])
  })
})

it('pages come, go and change', () => {
  const page = (path: string, text: string) => ({ path: [path], title: path.toUpperCase(), text_content: text })
  expect(compare(withPages(page('a', '1'), page('b', '1')), withPages(page('b', '2'), page('c', '1')))).toEqual([
    ...['The page A was removed', 'The page B was changed', 'The page C was added'],
  ])
})
