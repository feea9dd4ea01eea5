import type { ScriptEngine } from '@signalbox/core'
import { expect } from 'vitest'
import { ask, body } from '../engine.fixture.ts'
import { startServer, type TestServer } from './server.fixture.ts'

/**
 * Returns the error that `http.fetch` throws in a script for these arguments (JavaScript), and checks that the engine
 * still works.
 */
export async function refusal(engine: ScriptEngine, args: string): Promise<string | undefined> {
  const script = body(
    `return http.fetch(...${args}).then(enabled, (error) => { console.log(error.message); disabled() })`,
  )
  const { active, logs } = await ask(engine, script)
  expect(active).toBe(false)
  expect(await ask(engine, body('enabled()'))).toEqual({ active: true, logs: [] })
  return logs[0]
}

/** Starts a server that responds with the method and the body of the request, and with the status in its path. */
export function startEcho(): Promise<TestServer> {
  return startServer((asked, response) => {
    const status = Number(asked.url?.slice(1) || 200)
    response.writeHead(status, { 'content-type': 'text/plain', 'X-Twice': ['a', 'b'] })
    response.end(`${asked.method} ${asked.body}`)
  })
}
