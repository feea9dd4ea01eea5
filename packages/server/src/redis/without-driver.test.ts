import { expect, it } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'

/** Resolves the package as a project does that has not installed it. */
const withoutRedis = `
import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'redis') return next(specifier, context)
    throw Object.assign(new Error("Cannot find package 'redis'"), { code: 'ERR_MODULE_NOT_FOUND' })
  },
})`

it('without the package redis, one sentence says what to install', async () => {
  const { ended } = start({
    env: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(withoutRedis)}`,
      SIGNALBOX_STORE: 'memory:',
      SIGNALBOX_GATEWAY_PORT: '0',
      SIGNALBOX_GATEWAY_LIMITS: 'redis://ann:secret@127.0.0.1:6379',
    },
  })
  const { code, stderr } = await ended
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('SIGNALBOX_GATEWAY_LIMITS (redis://…) needs the package redis: npm install redis\n'),
  ])
  expect(stderr).not.toContain('secret')
})
