import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainPasswords } from './access.fixture.ts'
import { toHono } from './to-hono.ts'

const readme = (folder: string) => readFileSync(new URL(`${folder}/README.md`, import.meta.url), 'utf8')

/** The lines to run of a section of a README, in order. */
function commandsOf(folder: string, title: string): readonly string[] {
  const [, text = ''] = new RegExp(`^## ${title}\\n(.*?)^## `, 'ms').exec(readme(folder)) ?? []
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.trim().split('\n'))
}

const received: string[] = []
const box = createSignalbox({
  passwords: plainPasswords,
  fetch: async (request) => {
    received.push(new Request(request).url)
    return new Response(null, { status: 204 })
  },
})
const server = createServer(getRequestListener(toHono(box).fetch))
const jars = new Map<string, string>()

beforeAll(async () => {
  const admin = { clientId: 'admin', name: 'Admin', clientSecret: 'sixteen-characters', admin: true }
  await box.apiKeys.create({ body: admin })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await box.close()
})

/** The words of a command, as a shell takes them apart: in single quotes all is text. */
const words = (command: string) =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)

/** What curl would send, and to which file the cookies of the answer go. */
function read(command: string) {
  const headers = new Headers()
  const init: RequestInit & { headers: Headers } = { headers }
  let url = ''
  let jar: string | undefined
  const options: Record<string, (value: string) => void> = {
    '-X': (value) => {
      init.method = value
    },
    '-H': (value) => headers.append(value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1).trim()),
    '-u': (value) => headers.set('Authorization', `Basic ${Buffer.from(value).toString('base64')}`),
    '-d': (value) => {
      init.method ??= 'POST'
      init.body = value
    },
    '-b': (value) => headers.set('Cookie', jars.get(value) ?? ''),
    '-c': (value) => {
      jar = value
    },
  }
  const [name, ...rest] = words(command)
  expect(name).toBe('curl')
  for (let word = rest.shift(); word !== undefined; word = rest.shift())
    if (word.startsWith('-')) {
      expect(Object.keys(options)).toContain(word)
      options[word]!(rest.shift() as string)
    } else url = word
  return { url, init, jar }
}

describe.each([
  ['../../..', 'Who may do what', 17],
  ['../../..', 'Web hooks', 3],
  ['..', 'OpenFeature without a library of ours: OFREP', 3],
])('in %s/README.md, the section "%s"', (folder, title, count) => {
  const commands = commandsOf(folder, title)

  it('has lines to run', () => {
    expect(commands).toHaveLength(count)
  })

  it.each(commands)('%s', async (line) => {
    const [, command = '', status] = /^(.*?) +# (\d{3})$/.exec(line) ?? []
    const { url, init, jar } = read(command)
    const { port } = server.address() as AddressInfo
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:9000\//)
    const answer = await fetch(url.replace(':9000', `:${port}`), init)
    expect(`${answer.status} ${await answer.text()}`).toMatch(new RegExp(`^${status} `))
    if (jar !== undefined)
      jars.set(
        jar,
        answer.headers
          .getSetCookie()
          .map((one) => one.split(';')[0])
          .join('; '),
      )
  })
})

it('the web hook of the README is called at its address', () => {
  expect(received).toEqual(['https://ci.example.com/hooks'])
})
