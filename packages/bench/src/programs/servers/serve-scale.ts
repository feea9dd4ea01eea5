/**
 * A complete server on a PostgreSQL database: `serve-scale.ts <url> <API key id> <its secret> [<url of a standby>]`. Answers each
 * question with its address, the milliseconds of CPU time that it has used, and its resident memory in bytes, after a garbage collection.
 */
import { createServer } from 'signalbox'
import { answerWith } from '../../child.ts'

const [store = '', clientId = '', clientSecret = '', readFrom = ''] = process.argv.slice(2)
const server = await createServer({
  port: 0,
  store,
  clientId,
  clientSecret,
  readFrom,
  eventRetentionDays: 3650,
  announce: () => {},
})
answerWith(() => {
  const { user, system } = process.cpuUsage()
  globalThis.gc?.()
  return { url: server.url, cpuMs: (user + system) / 1000, resident: process.memoryUsage.rss() }
})
