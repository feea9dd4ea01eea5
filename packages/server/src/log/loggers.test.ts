import { SignalboxError } from '@signalbox/core/errors'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { jsonLogger } from './json-logger.ts'
import { errorMembers, loggedError, toLogged } from './logged-error.ts'
import type { Logger } from './logger.ts'
import { prettyLogger } from './pretty-logger.ts'

function json(level: 'debug' | 'info' | 'warn' | 'error' = 'debug') {
  const written: string[] = []
  const logger = jsonLogger(level, (line) => void written.push(line))
  return { logger, lines: () => written.map((line) => JSON.parse(line)), written }
}

function pretty(isTerse = false) {
  const out: string[] = []
  const err: string[] = []
  const logger = prettyLogger({
    level: 'info',
    isTerse,
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  })
  return { logger, out, err }
}

it('loggers of others fit', () => {
  const loggers: readonly Logger[] = [console, pino({ enabled: false })]
  expect(loggers).toHaveLength(2)
})

describe('the logger of JSON', () => {
  it('has its members in this order', () => {
    const { logger, written } = json()
    logger.info('Signalbox serves 100% %d %o')
    expect(written.join('')).toMatch(
      /^{"level":"info","time":"\d{4}-\d\d-\d\dT[\d:.]{12}Z","msg":"Signalbox serves 100% %d %o"}\n$/,
    )
  })

  it('has an error with its causes in one line', () => {
    const { logger, lines, written } = json()
    const root = Object.assign(new TypeError('no\nroute'), { code: 'EHOSTUNREACH', url: 'canary' })
    logger.error(loggedError(new Error('The webhook failed', { cause: root }), 'id-1'))
    expect(written[0]?.match(/\n/g)).toHaveLength(1)
    expect(Object.keys(lines()[0])).toEqual(['level', 'time', 'requestId', 'err', 'msg'])
    expect(lines()).toMatchObject([
      {
        level: 'error',
        requestId: 'id-1',
        msg: 'The webhook failed',
        err: {
          type: 'Error',
          message: 'The webhook failed',
          stack: expect.stringContaining('loggers.test.ts'),
          cause: { type: 'TypeError', message: 'no\nroute', code: 'EHOSTUNREACH', stack: expect.any(String) },
        },
      },
    ])
    expect(written.join('')).not.toContain('canary')
  })

  it.each([
    ['an aggregate', new AggregateError([new Error('first'), new Error('second')]), 'first'],
    ['a text', 'thrown', 'thrown'],
    ['nothing', undefined, 'undefined'],
    ['an object without a text', Object.create(null), 'something that is no error was thrown'],
  ])('takes %s that was thrown', (_, thrown, message) => {
    const { logger, lines } = json()
    logger.error(loggedError(thrown))
    expect(lines()).toMatchObject([{ msg: message, err: { message } }])
  })

  it('ends with long and circular chains', () => {
    const { logger, lines, written } = json()
    const error = new Error('x'.repeat(1_000_000))
    error.cause = error
    logger.error(loggedError(error))
    expect(lines()).toHaveLength(1)
    expect(written.join('').length).toBeLessThan(100_000)
  })

  it('names the worker in which an error happened', () => {
    const { logger, lines } = json()
    const sent = errorMembers(new Error('No contact', { cause: new Error('refused') }))
    const error = loggedError(toLogged(sent, { worker: 2 }))
    logger.error(error)
    expect(lines()).toMatchObject([{ worker: 2, err: { message: 'No contact', cause: { message: 'refused' } } }])
    const people = pretty()
    people.logger.error(error)
    expect(people.err).toEqual(['No contact: refused.\n'])
  })

  it('leaves out what is less severe', () => {
    const { logger, lines } = json('warn')
    logger.debug('a')
    logger.info('b')
    logger.warn('c')
    logger.error(new Error('d'))
    expect(lines().map(({ msg }) => msg)).toEqual(['c', 'd'])
  })

  it.each([
    'postgres://ann:canary@db/signalbox',
    'https://hooks.example/?api_key=canary&a=1',
    'Authorization: Bearer canary',
    'The webhook has {"secret":"canary"}',
    `sbxg_${'canary'.repeat(3)}`,
  ])('has no secrets: %s', (text) => {
    const { logger, written } = json()
    logger.info(text)
    logger.warn(text)
    logger.error(loggedError(new Error(text, { cause: new Error(text) })))
    expect(written.join('')).not.toContain('canary')
    expect(written).toHaveLength(3)
  })
})

describe('the logger for people', () => {
  it('prints sentences, and warnings apart', () => {
    const { logger, out, err } = pretty()
    logger.debug('hidden')
    logger.info('Signalbox serves http://127.0.0.1:9000')
    logger.warn('Records are kept in memory')
    expect(out).toEqual(['Signalbox serves http://127.0.0.1:9000\n'])
    expect(err).toEqual(['Warning: Records are kept in memory.\n'])
  })

  it('prints known errors as a line, and others with their stacks', () => {
    const { logger, err } = pretty()
    logger.error(loggedError(new SignalboxError('UNAVAILABLE', 'The store is gone')))
    logger.error(loggedError(new Error('A bug', { cause: new RangeError('below') }), 'id-1'))
    expect(err[0]).toBe('The store is gone.\n')
    expect(err[1]).toMatch(/^Error: A bug \(request id-1\)\n {4}at .*\n[\s\S]* {2}caused by RangeError: below\n {4}at /)
  })

  it('prints every error as a line with its causes if told so', () => {
    const { logger, err } = pretty(true)
    const closed = new Error('connect ECONNREFUSED')
    logger.error(loggedError(new Error('No contact', { cause: new Error('fetch failed', { cause: closed }) })))
    expect(err).toEqual(['No contact: fetch failed: connect ECONNREFUSED.\n'])
  })

  it('does not let a text begin a line, or control the terminal', () => {
    const { logger, out } = pretty()
    logger.info('a\r\nWarning: \u001b[31mred\u0007')
    expect(out).toEqual(['a Warning: \\x1b[31mred\\x07\n'])
  })
})
