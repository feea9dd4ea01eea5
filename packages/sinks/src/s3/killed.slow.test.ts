import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { S3Fault } from '@signalbox/testing/s3'
import { expect, it } from 'vitest'
import { importing } from '../importing.fixture.ts'
import { never, startBucket } from './s3.fixture.ts'
import { s3Sink } from './s3-sink.ts'
import { s3Snapshots } from './snapshots/s3-snapshots.ts'

/** A snapshot takes five requests; the start makes the first ones. Each of 17 is lost once, and unanswered once. */
const [REQUESTS, KILLS] = [17, 34]
/** An append takes few requests. Each of seven is lost twice, and unanswered twice. */
const [REQUESTS_OF_LOG, KILLS_OF_LOG] = [7, 28]
const secret = 'a secret of tests that is long enough'
const program = fileURLToPath(new URL('killed-program.fixture.ts', import.meta.url))

/** Runs a program that is killed in the middle of a request, before it had its effect or after. */
async function startKilling(what: 'log' | 'snapshots') {
  const { s3, key, access } = await startBucket()
  const given = JSON.stringify({ endpoint: s3.endpoint, url: access.url, key, secret })
  return {
    s3,
    access,
    async runUntil(request: number, fault: S3Fault): Promise<void> {
      const child = spawn(process.execPath, [...importing, program, what, given], {
        stdio: 'ignore',
      })
      const exited = once(child, 'exit')
      let left = request
      s3.fault = () => {
        if (left-- > 0) return undefined
        child.kill('SIGKILL')
        return fault
      }
      expect(await exited).toEqual([null, 'SIGKILL'])
      s3.fault = () => undefined
    },
  }
}

it(`latest.json names a complete snapshot after ${KILLS} kills of its writer`, { timeout: 600_000 }, async () => {
  const { access, runUntil } = await startKilling('snapshots')
  const { newest } = s3Snapshots({ ...access, key: secret })
  let revision = 0
  for (let kill = 0; kill < KILLS; kill++) {
    await runUntil(kill % REQUESTS, kill % 2 === 0 ? 'lost' : 'unanswered')
    const snapshot = await newest(undefined, never).catch((error) => {
      expect([revision, String(error)]).toEqual([0, expect.stringContaining('there is none yet')])
      return undefined
    })
    if (!snapshot) continue
    expect(snapshot.revision).toBeGreaterThanOrEqual(revision)
    revision = snapshot.revision
    let count = 0
    for await (const { record } of snapshot.records()) expect(record).toEqual({ id: `c${count++}`, head: revision })
    expect(count).toBe(50)
  }
  expect(revision).toBeGreaterThan(KILLS / 2)
})

it(`a log has each event once after ${KILLS_OF_LOG} kills of its writer`, { timeout: 600_000 }, async () => {
  const { s3, access, runUntil } = await startKilling('log')
  for (let kill = 0; kill < KILLS_OF_LOG; kill++)
    await runUntil(kill % REQUESTS_OF_LOG, kill % 2 === 0 ? 'lost' : 'unanswered')
  const ids = [...s3.objects.keys()].sort().flatMap((key) =>
    gunzipSync(s3.objects.get(key)?.body ?? Buffer.of())
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line): number => JSON.parse(line)._id),
  )
  expect(ids).toEqual(Array.from({ length: ids.length }, (_, index) => index + 1))
  expect(ids.length).toBeGreaterThan(KILLS_OF_LOG)
  expect(await s3Sink(access).position(never)).toBe(ids.length)
})
