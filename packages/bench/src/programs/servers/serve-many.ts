/** A server on 127.0.0.1 with as many features as requested, open to everyone. Answers each question with its port and its CPU time. */
import { serve } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { answerWith } from '../../child.ts'
import { generatingStore } from '../../generating-store.ts'
import { manyUsers, mixedFeature } from '../../workload.ts'

const users = manyUsers(1000)
const store = generatingStore(Number(process.argv[2]), (number) => mixedFeature(number, users))
const app = toHono(createSignalbox({ store }), { access: 'open' })
const listening = new Promise<number>((resolve) => {
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(port))
})
answerWith(async () => ({ port: await listening, cpu: process.cpuUsage() }))
