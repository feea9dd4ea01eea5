/**
 * A complete server on a PostgreSQL database: `serve-postgres.ts <url> <API key id> <its secret>`. Answers each
 * question with its address.
 */
import { createServer } from 'signalbox'
import { answerWith } from '../../child.ts'

const [store = '', clientId = '', clientSecret = ''] = process.argv.slice(2)
const server = await createServer({ port: 0, store, clientId, clientSecret, announce: () => {} })
answerWith(() => server.url)
