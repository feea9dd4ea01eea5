/**
 * A program with an outbox, for a test to kill. Arguments: the address of the server, the file, and for how many clients to queue displayed
 * and won; with none it sends what an earlier one has left, and ends.
 */
import { createClient, live } from './index.ts'
import { fileOutbox } from './node.ts'

const [, , baseUrl = '', path = '', clients = '0'] = process.argv
const flags = live(createClient({ baseUrl, retry: { limit: 0 } }), { outbox: fileOutbox(path), bootstrap: {} })
flags.on('error', () => {})
for (let i = 0; i < Number(clients); i++) {
  flags.displayed('exp', `client ${i}`)
  flags.won('exp', `client ${i}`)
}
if (clients !== '0') process.stdout.write('queued\n')
else await flags.flush()
if (clients === '0') await flags.close()
