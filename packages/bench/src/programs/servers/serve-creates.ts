/** The server on 127.0.0.1 with a SQLite file as its store. Answers each question with its port and its CPU time. */
import { createServer } from 'signalbox'
import { answerWith } from '../../child.ts'
import { key } from '../../workload.ts'

const [path = ''] = process.argv.slice(2)
const server = await createServer({ port: 0, store: `sqlite:${path}`, adminPassword: 'of-the-bench', ...key })

answerWith(() => ({ port: Number(new URL(server.url).port), cpu: process.cpuUsage() }))
