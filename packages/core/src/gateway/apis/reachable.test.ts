import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../../index.ts'
import { bitsOf, canonicalPath } from '../routes/canonical-path.ts'
import { canonicalRoutePath, readPath } from '../routes/path-grammar.ts'
import { pathAllowances } from '../routes/route.ts'
import { checkReachable } from './reachable.ts'

const apiWith = (path: string, allow: readonly string[] = []) => ({
  ...{ id: 'shop', name: 'Shop', domain: 'shop.example', state: 'staging' as const },
  routes: [{ id: 'r', frontend: { methods: ['GET'], paths: [path], allow } }],
})
const refusal = (path: string, ...names: readonly string[]) => ({
  code: 'INVALID',
  fieldErrors: {
    '/routes/0/frontend/paths/0': names.map((name) => ({ message: 'error.path.allow', args: [path, name] })),
  },
})

describe('a path that no request can reach', () => {
  it.each([
    ['/f;id', ['path-parameters']],
    ['/f;', ['path-parameters']],
    ['/;', ['path-parameters']],
    ['/f%3Bid', ['path-parameters']],
    ['/f%3bid', ['path-parameters']],
    ['/f;a=1;b=2/:id', ['path-parameters']],
    ['/{id};v=1', ['path-parameters']],
    ['/a%2Fb', ['encoded-slash']],
    ['/a%FF;b', ['raw-bytes', 'path-parameters']],
  ])('%s is not published', async (path, names) => {
    expect(() => checkReachable(apiWith(path) as never)).toThrow(expect.objectContaining(refusal(path, ...names)))
    checkReachable(apiWith(path, names) as never)
  })

  it.each(['/f.', '/f..', '/a/...', '/a//b', '//a', '/a%2eb', '/f,id', '/f:id', '/a/', '/$a<[;]+>', '/é'])(
    '%s is published: requests reach it',
    (path) => checkReachable(apiWith(path) as never),
  )

  it('is saved, but not published, and the reason says what to do', async () => {
    const box = createSignalbox()
    await box.apis.create({ body: apiWith('/f;id') as never })
    const published = box.apis.deployments.create({ id: 'shop', body: {} })
    await expect(published).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        'API shop cannot be published: The API is invalid: /routes/0/frontend/paths/0 needs path-parameters in frontend.allow',
      errors: [{ message: 'error.path.allow', args: ['/f;id', 'path-parameters'] }],
    })
    await box.apis.replace({ id: 'shop', body: apiWith('/f;id', ['path-parameters']) as never })
    await box.apis.deployments.create({ id: 'shop', body: {} })
  })
})

it('a path that is served already stays, and the API can be changed', async () => {
  const served = apiWith('/f;id')
  checkReachable({ ...served, description: 'changed' } as never, served as never)
  expect(() => checkReachable(apiWith('/g;id') as never, served as never)).toThrow(
    expect.objectContaining(refusal('/g;id', 'path-parameters')),
  )
})

it('requests reach every path of texts that can be published', () => {
  const piece = fc.constantFrom(
    'a',
    '.',
    ';',
    '%3B',
    '%2e',
    '%2F',
    '%FF',
    '%C3%A9',
    '//',
    '/',
    ',',
    '~',
    '%7e',
    ':a',
    '=',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.subarray([...pathAllowances]), (pieces, allow) => {
      const path = `/${pieces.join('')}`
      if ('flaw' in readPath(path) || !isText(path)) return
      try {
        checkReachable(apiWith(path, allow) as never)
      } catch {
        return
      }
      const request = canonicalPath(canonicalRoutePath(path))
      expect('needs' in request && (request.needs & ~bitsOf([...allow, 'empty-segments'])) === 0).toBe(true)
    }),
    { numRuns: 500 },
  )
})

function isText(path: string): boolean {
  const read = readPath(path)
  return 'segments' in read && read.segments.every(({ kind }) => kind === 'text')
}
