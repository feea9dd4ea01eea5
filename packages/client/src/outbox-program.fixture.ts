/**
 * A program with an outbox, which a test kills. Arguments: the server's address, the file, and the number of clients
 * for which to queue `displayed` and `won`. With 0 clients it sends what an earlier program left, and ends.
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
