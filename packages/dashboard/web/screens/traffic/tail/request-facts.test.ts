import { expect, test } from 'vitest'
import { bodyWords } from './body-words.ts'
import { redactedParts } from './redacted.ts'
import { requestFacts } from './request-facts.ts'
import type { RequestLine } from './tail-events.ts'

const line: RequestLine = {
  ...{ kind: 'request', time: '2027-01-01T00:00:00.000Z', id: 'r1', method: 'GET', host: 'h', path: '/' },
  ...{ status: 404, revision: 1795807152826002, ms: 3, bytesIn: 0, bytesOut: 1, address: '127.0.0.0' },
}

const said = (members: Partial<RequestLine>, decision?: Parameters<typeof requestFacts>[1]) =>
  requestFacts({ ...line, ...members }, decision).map(({ label, text, to }) => [label, text, ...(to ? [to] : [])])

test('a request that no route took says so', () => {
  expect(said({ cause: 'errors.service.not.found' })).toEqual([
    ['Ended', '404 after 3 ms'],
    ['Cause', 'no route (errors.service.not.found)'],
    ['Route', 'None matched'],
    ['Bodies', '0 bytes in, 1 byte out'],
    ['Client', '127.0.0.0'],
    ['Revision', '1795807152826002'],
  ])
})

test('what decided about a request is listed in its order, with links to what decided', () => {
  const releases = [
    { feature: 'shop:new', active: true, reason: 'RULE' },
    { experiment: 'cta', variant: 'B', backend: 'next' },
    { experiment: 'other', reason: 'LAYER' },
    { feature: 'hidden' },
  ]
  const facts = said(
    {
      status: 200,
      api: 'billing',
      route: 'billing:invoices',
      plan: 'free',
      consumer: 'acme',
      target: 'a:80',
      attempts: 3,
      releases,
    },
    { id: 'r1', revision: 7, status: 200, ms: 3, backend: 'main' },
  )
  expect(facts.slice(1, -3)).toEqual([
    ['Route', 'billing:invoices', '/gateway/apis/billing'],
    ['Feature', 'shop:new: active (RULE)', '/features/shop:new'],
    ['Experiment', 'cta: variant B, backend next', '/experiments/cta'],
    ['Experiment', 'other: no variant (LAYER)', '/experiments/other'],
    ['Feature', 'hidden: not decided'],
    ['Plan', 'free', '/gateway/apis/billing'],
    ['Consumer', 'acme'],
    ['Backend', 'main'],
    ['Target', 'a:80, after 3 attempts'],
  ])
})

test('what was redacted is told from text that is there', () => {
  expect(redactedParts('a=[redacted]&b=1')).toEqual(['a=', undefined, '&b=1'])
  expect(redactedParts('plain')).toEqual(['plain'])
})

test('a captured body says how much of it is shown, and why not all', () => {
  expect(bodyWords(undefined)).toBe('No body.')
  expect(bodyWords({ bytes: 2, text: 'ab' })).toBe('The body has 2 bytes.')
  expect(bodyWords({ bytes: 9000, text: 'ab', cut: true })).toMatch(/of which the first 8 KiB are shown\.$/)
  expect(bodyWords({ bytes: 9000, omitted: 'encoded' })).toMatch(/is not shown: it has a content coding/)
})
