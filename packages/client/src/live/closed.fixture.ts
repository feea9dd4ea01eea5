/**
 * A program that uses flags from the server in its first argument, closes them, and prints what is still active. The
 * process must then end without being stopped.
 */
import { createClient, live } from '../index.ts'

const flags = live(createClient({ baseUrl: process.argv[2] ?? '' }))
await flags.ready()
flags.displayed('exp', 'ann')
await flags.variant('exp', 'ben')
await flags.close()
await new Promise((resolve) => setImmediate(resolve))
console.log(JSON.stringify({ status: flags.status, active: process.getActiveResourcesInfo() }))
