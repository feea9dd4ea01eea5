/** A `curl` for tests of documented commands. It supports the options that our pages use. */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fail: { ...flag, short: 'f' },
    silent: { ...flag, short: 's' },
    'show-error': { ...flag, short: 'S' },
    header: { ...text, short: 'H', multiple: true },
    user: { ...text, short: 'u' },
    output: { ...text, short: 'o' },
    'data-binary': text,
    'write-out': { ...text, short: 'w' },
  },
})
const { fail = false, header = [], user, output, 'data-binary': data, 'write-out': written = '' } = values

const headers = new Headers(header.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
if (user !== undefined) headers.set('Authorization', `Basic ${Buffer.from(user).toString('base64')}`)
const body = data?.startsWith('@') ? await readFile(data.slice(1)) : data
const answer = await fetch(positionals[0] as string, { headers, ...(body !== undefined && { method: 'POST', body }) })
if (fail && !answer.ok) {
  console.error(`curl: (22) The requested URL returned error: ${answer.status}`)
  process.exit(22)
}
const received = Buffer.from(await answer.arrayBuffer())
if (output === undefined) process.stdout.write(received)
else await writeFile(output, received)
process.stdout.write(written.replaceAll('%{http_code}', String(answer.status)))
