/** A program with flags from the server of its first argument: uses and closes them, and prints what is still active. It must end by itself. */
import { createClient, live } from '../index.ts'

const flags = live(createClient({ baseUrl: process.argv[2] ?? '' }))
await flags.ready()
flags.displayed('exp', 'ann')
await flags.variant('exp', 'ben')
await flags.close()
await new Promise((resolve) => setImmediate(resolve))
console.log(JSON.stringify({ status: flags.status, active: process.getActiveResourcesInfo() }))
