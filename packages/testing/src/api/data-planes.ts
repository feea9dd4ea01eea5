import { describe, expect } from 'vitest'
import type { ApiTest } from './api-test.ts'

/** The operations on data planes, of an instance without one. */
export function describeDataPlanes(test: ApiTest): void {
  describe('the data planes', () => {
    test('are listed, with the id of the newest event', async ({ api }) => {
      expect(await api.gateway.list()).toEqual({ revision: expect.any(Number), results: [] })
    })

    test('list no backends if there is none', async ({ api }) => {
      expect(await api.gateway.backends()).toEqual({ results: [] })
    })

    test('explain a request only if there is one', async ({ api }) => {
      await expect(api.gateway.explain({ body: { url: 'https://api.x.tld/orders' } })).rejects.toMatchObject({
        code: 'CONFLICT',
        errors: [{ message: 'error.gateway.none', args: [] }],
      })
    })

    test('reject a request without a URL', async ({ api }) => {
      await expect(api.gateway.explain({ body: { url: '' } })).rejects.toMatchObject({ code: 'INVALID' })
    })
  })
}
