import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createServer } from './create-server.ts'

it('the commands of the page without a dashboard lead to a first feature', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  const server = await createServer({ port: 0, store: 'memory:', dashboard: 'off' })
  onTestFinished(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })
  const page = await (await fetch(server.url, { headers: { Accept: 'text/html' } })).text()
  const commands = [...page.matchAll(/<pre[^>]*><code>(.*?)<\/code>/g)].map(([, html = '']) =>
    html.replaceAll(/<[^>]*>/g, '').replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
  )
  expect(commands).toHaveLength(3)
  const run = async (command = '') => {
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent`], { cwd: folder })
    return JSON.parse(stdout)
  }
  await run(commands[0]?.replace('PASSWORD', server.firstAdmin?.password ?? ''))
  const { clientSecret } = await run(commands[1])
  expect(await run(commands[2]?.replace('SECRET', clientSecret))).toMatchObject({ id: 'shop:express', enabled: true })
  expect(server.box.isActive('shop:express')).toBe(true)
})
