import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { expect, it, onTestFinished } from 'vitest'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const examples = [...readme.matchAll(/^```ts\n(.*?)^```\n\n```text\n(.*?)^```/gms)].map(
  ([, program = '', printed = '']) =>
    [/createProvider|defineFlags|fileOutbox|stream/.exec(program)?.[0], program, printed] as const,
)
const key = { clientId: 'shop', clientSecret: 'a secret of the README' }
const express = { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } as const

/** The Signalbox of which the examples speak; where it is `busy`, its feature changes as soon as someone follows the events. */
async function shop(busy: boolean) {
  const box = createSignalbox()
  await box.apiKeys.create({ body: { ...key, name: 'Shop', authorizedPatterns: [{ pattern: 'shop:*' }] } })
  await box.features.create({ body: express })
  await box.configs.create({ body: { id: 'shop:theme', value: { color: 'blue' } } })
  const variants = [{ id: 'green', name: 'Green', traffic: 1 }]
  await box.experiments.create({ body: { id: 'shop:button', name: 'The button', enabled: true, variants } })
  const app = toHono(box)
  const server = serve({
    async fetch(request: Request) {
      const answer = await app.fetch(request)
      if (busy && request.url.includes('/api/events'))
        await box.features.replace({ id: express.id, body: { ...express, description: 'Delivery in a day' } })
      return answer
    },
    ...{ hostname: '127.0.0.1', port: 0 },
  })
  await once(server, 'listening')
  onTestFinished(async () => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
    await box.close()
  })
  return { box, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** What a program prints until it ends, or, where it goes on for ever, until it has printed what it should. */
async function run(program: string, granted: Readonly<Record<string, string>>, printed: string) {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  const names = Object.entries({ ...granted, folder }).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value)}`,
  )
  const text = [...names, 'process.chdir(folder)', program].join('\n')
  const flags = ['--conditions=@signalbox/source', '--no-warnings', '--input-type=module-typescript', '--eval', text]
  const { NODE_OPTIONS: _ours, ...env } = process.env
  const child = spawn(process.execPath, flags, { cwd: import.meta.dirname, env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  let said = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    said += chunk
    if (said === printed && !program.includes('close()')) break
  }
  return { said, files: await readdir(folder) }
}

it.each(examples)('the example of %s prints what the README says', async (name, program, printed) => {
  const { box, baseUrl } = await shop(name === 'stream')
  const { said, files } = await run(program, { baseUrl, ...key, user: 'ann' }, printed)
  expect(said).toBe(printed)
  if (name !== 'fileOutbox') return
  expect(files.sort()).toEqual(['flags.json', 'outbox.ndjson'])
  const { results } = await box.experiments.results({ id: 'shop:button' })
  expect(results).toMatchObject([{ displayed: 1, won: 0 }])
})

it('every example of the README is run', () => {
  expect(examples).toHaveLength(readme.match(/^```ts$/gm)?.length ?? 0)
  expect(examples.map(([name]) => name)).toEqual(['stream', 'fileOutbox', 'createProvider', 'defineFlags'])
})
