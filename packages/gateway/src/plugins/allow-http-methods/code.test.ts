import type { JsonObject } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { fakeExchange, fakeRoute } from '../../pipeline/exchange.fixture.ts'
import { asked, compiled } from '../compiled.fixture.ts'

describe('AllowHttpMethods', () => {
  it.each<[config: JsonObject, method: string, isAllowed: boolean]>([
    [{}, 'DELETE', true],
    [{ allowed: ['GET'] }, 'GET', true],
    [{ allowed: ['get'] }, 'GET', true],
    [{ allowed: ['GET'] }, 'HEAD', true],
    [{ allowed: ['GET'] }, 'POST', false],
    [{ allowed: ['POST'] }, 'HEAD', false],
    [{ allowed: ['HEAD'] }, 'GET', false],
    [{ forbidden: ['DELETE'] }, 'GET', true],
    [{ forbidden: ['DELETE'] }, 'DELETE', false],
    [{ forbidden: ['GET'] }, 'HEAD', false],
    [{ forbidden: ['HEAD'] }, 'GET', true],
    [{ forbidden: ['HEAD'] }, 'HEAD', false],
    [{ allowed: ['GET', 'DELETE'], forbidden: ['DELETE'] }, 'DELETE', false],
  ])('%j admits %s: %s', (config, method, isAllowed) => {
    const refused = { refuse: 'errors.method.not.allowed', headers: ['Allow', expect.any(String)] }
    expect(asked('AllowHttpMethods', config, { method })).toEqual(isAllowed ? undefined : refused)
  })

  it.each<[config: JsonObject, ofRoute: string[], allow: string]>([
    [{ allowed: ['GET', 'PURGE'] }, [], 'GET, PURGE, HEAD'],
    [{ allowed: ['GET', 'POST', 'LOCK'], forbidden: ['POST', 'LOCK'] }, [], 'GET, HEAD'],
    [{ forbidden: ['LOCK', 'DELETE', 'PATCH'] }, [], 'GET, HEAD, POST, PUT, OPTIONS'],
    [{ allowed: ['GET', 'POST'] }, ['POST', 'PUT'], 'POST'],
    [{ forbidden: ['POST', 'LOCK'] }, ['GET', 'POST'], 'GET, HEAD'],
  ])('%j, on a route for %j, tells what is allowed: %s', (config, methods, allow) => {
    const route = fakeRoute({ frontend: { methods, matches: [] } })
    expect(compiled('AllowHttpMethods', config, { route }).request!(fakeExchange({ route, method: 'LOCK' }))).toEqual({
      refuse: 'errors.method.not.allowed',
      headers: ['Allow', allow],
    })
  })
})
