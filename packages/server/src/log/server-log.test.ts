import { describe, expect, it, onTestFinished } from 'vitest'
import { known } from '../fixtures/known.fixture.ts'
import { createServer, type ServerOptions } from '../serve/create-server.ts'
import type { LoggedError } from './logged-error.ts'
import type { Logger } from './logger.ts'

/** A logger that keeps what it gets. */
function keeping() {
  const errors: LoggedError[] = []
  const texts: string[] = []
  const text = (message: string) => void texts.push(message)
  const logger: Logger = { debug: text, info: text, warn: text, error: (error) => void errors.push(error) }
  return { logger, errors, texts }
}

const canary = 'postgres://ann:canary@db/signalbox?password=canary Authorization: Bearer canary'

/** A server on which logins fail unexpectedly, and a function that logs in. */
async function failing(options: ServerOptions) {
  const cause = Object.assign(new Error(`connect ${canary}`), { code: 'ECONNREFUSED', config: { token: 'canary' } })
  const passwords = {
    hash: async (password: string) => password,
    verify: () => Promise.reject(new Error(`verify ${canary}`, { cause })),
  }
  const server = await createServer({ port: 0, ...known, passwords, ...options })
  onTestFinished(() => server.close())
  return async () => {
    const response = await fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'test' },
      body: JSON.stringify({ userId: 'admin', password: 'canary' }),
    })
    return { status: response.status, id: response.headers.get('X-Request-Id'), body: await response.json() }
  }
}

describe('the logger of a server', () => {
  it('gets unexpected errors without secrets, with the id that the client was told', async () => {
    const { logger, errors } = keeping()
    const login = await failing({ logger })
    const { status, id, body } = await login()
    expect(status).toBe(500)
    expect(id).toMatch(/^\w{26}$/)
    expect(body).toMatchObject({ code: 'INTERNAL', requestId: id, detail: expect.stringContaining(id ?? '') })
    expect(errors).toHaveLength(1)
    const [error] = errors
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'Error', requestId: id, cause: { code: 'ECONNREFUSED' } })
    expect(error?.message).toMatch(/^verify postgres:\/\/\[redacted\]@db/)
    expect(error?.stack).toContain('server-log.test.ts')
    const { message, stack, cause } = error as LoggedError & { cause: Error }
    expect(
      [message, stack, cause.message, cause.stack, JSON.stringify(cause), JSON.stringify(body)].join(),
    ).not.toContain('canary')
  })

  it('is not asked by those who report errors themselves', async () => {
    const { logger, errors } = keeping()
    const reports: unknown[][] = []
    const login = await failing({ logger, report: (...args) => reports.push(args) })
    const { id } = await login()
    expect(errors).toEqual([])
    expect(reports).toEqual([[expect.objectContaining({ cause: expect.any(Error) }), id]])
  })

  it('may be absent: errors are then reported alone, and requests have no ids', async () => {
    const reports: unknown[][] = []
    const login = await failing({ report: (...args) => reports.push(args) })
    const { status, id, body } = await login()
    expect([status, id]).toEqual([500, null])
    expect(body).not.toHaveProperty('requestId')
    expect(reports).toEqual([[expect.any(Error)]])
  })
})
