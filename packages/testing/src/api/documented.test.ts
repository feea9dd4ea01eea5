import { contract } from '@signalbox/core/contract'
import { type Call, SignalboxError, streaming } from '@signalbox/core/wire'
import { describe, expect, it } from 'vitest'
import { documentedFetch } from '../documented-fetch.fixture.ts'
import { documented, leniently } from './documented.ts'

const { check, create, export: download, import: upload } = contract.features
const feature = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' }
const fails = (code: 'CONFLICT' | 'NOT_FOUND') => async () => {
  throw new SignalboxError(code, 'As the test wants it')
}

/** The complaints about one call. */
async function saidOf(operation: Parameters<typeof documented>[0], call: Call, input: Record<string, unknown> = {}) {
  const said: string[] = []
  const result = await documented(operation, call, (sentence) => said.push(sentence))(input).catch(() => [])
  if (Symbol.asyncIterator in Object(result)) for await (const _ of result as AsyncIterable<unknown>);
  return said.join('\n')
}

describe('a call compared with the document', () => {
  it('is accepted if they agree', async () => {
    expect(await saidOf(check, async () => ({ active: true }), { id: 'a' })).toBe('')
    expect(await saidOf(check, fails('NOT_FOUND'), { id: 'a' })).toBe('')
    expect(await saidOf(create, async () => feature, { body: feature })).toBe('')
    expect(
      await saidOf(upload, async () => ({ success: 0, errors: { errors: [], fieldErrors: {} } }), { body: [] }),
    ).toBe('')
  })

  it('is reported for an invalid response', async () => {
    expect(await saidOf(check, async () => ({ active: 'yes' }), { id: 'a' })).toContain('/active must be boolean')
    expect(await saidOf(check, async () => ({ active: true, more: 1 }))).toContain('must NOT have additional')
  })

  it('is reported for an invalid item', async () => {
    const items = async function* () {
      yield feature
      yield { id: 7 }
    }
    expect(
      await saidOf(
        download,
        streaming(async () => items()),
      ),
    ).toMatch(/^\{"id":7\} does not fit .*contentSchema/)
  })

  it('is reported for an undocumented failure', async () => {
    expect(await saidOf(check, fails('CONFLICT'), { id: 'a' })).toContain('can fail with CONFLICT')
  })

  it('is reported for an accepted invalid input', async () => {
    const sent = { ...feature, enabled: 'yes' }
    expect(await saidOf(create, async () => feature, { body: sent })).toContain('/enabled must be boolean')
    expect(await saidOf(create, async () => feature, { body: leniently(sent) })).toBe('')
    expect(await saidOf(check, async () => ({ active: true }), { id: 'a b' })).toContain('must match pattern')
  })
})

describe('a fetch compared with the document', () => {
  const problem = {
    type: 'about:blank',
    title: 't',
    status: 404,
    code: 'NOT_FOUND',
    detail: '',
    errors: [],
    fieldErrors: {},
  }
  const json = (body: unknown, status = 200, type = 'application/json') =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type } })

  it.each<[path: string, answer: Response, said: RegExp]>([
    ['/api/features/a', json(feature), /^$/],
    ['/api/features/a', json(problem, 404, 'application/problem+json'), /^$/],
    ['/api/features/a', json({}, 418), /GET \/api\/features\/a answers 418, which the document does not have/],
    ['/api/nowhere', json({}), /which the document does not have/],
    ['/api/features.ndjson', json({}), /as application\/json, and the document says application\/nd-json/],
    ['/api/features/a', json({ code: 'NOT_FOUND' }, 404, 'application/problem+json'), /must have required property/],
  ])('%s', async (path, answer, expected) => {
    const said: string[] = []
    const fetch = documentedFetch(
      () => answer,
      (sentence) => said.push(sentence),
    )
    expect(await fetch(new Request(`http://signalbox.test${path}`))).toBe(answer)
    expect(said.join('\n')).toMatch(expected)
  })
})
