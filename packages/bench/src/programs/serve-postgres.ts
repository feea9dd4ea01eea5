/**
 * A whole server on a PostgreSQL database: `serve-postgres.ts <url> <id of an api key> <its secret>`. Answers each question
 * with where it listens.
 */
import { createServer } from 'signalbox'
import { answerWith } from '../child.ts'

const [store = '', clientId = '', clientSecret = ''] = process.argv.slice(2)
const server = await createServer({ port: 0, store, clientId, clientSecret, announce: () => {} })
answerWith(() => server.url)
