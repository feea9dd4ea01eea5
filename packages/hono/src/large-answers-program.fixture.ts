/**
 * Reads large responses of an app and prints their lengths. Run it with a small heap: no response may be in memory as a
 * whole.
 */
import { createSignalbox } from '@signalbox/core'
import { toHono } from './index.ts'
import { generatedStore } from './large-answers.fixture.ts'

const [count, ...calls] = process.argv.slice(2)
const box = createSignalbox({ store: generatedStore(Number(count)) })
const app = toHono(box, { access: 'open' })
await box.ready()
const lengths: Record<string, number> = {}
for (const call of calls) {
  const [method = '', path = ''] = call.split(' ')
  const answer = await app.request(path, { method })
  lengths[call] = 0
  for await (const chunk of answer.body!) lengths[call] += chunk.length
}
await box.close()
process.stdout.write(JSON.stringify(lengths))
