import { createHash } from 'node:crypto'

/** The most characters of an id that a file name repeats. */
const LONGEST = 100

/** Characters that every file system keeps as they are, and no shell expands. */
const UNSAFE = /[^a-z0-9_@.:-]|^[.-]|\.$/g

/** Names of devices, which Windows reserves with every extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/

/**
 * The name of the file of a record, without its extension: `shop+express` for `shop:express`. Different ids have different names
 * on every file system, also on those that ignore case. Names of other ids than lower-case letters, digits, `_@.-` and colons
 * end in `~` and a part of the id's SHA-256.
 */
export function fileNameOf(id: string): string {
  const short = id.slice(0, LONGEST)
  const isPlain = id !== '' && short === id && id.search(UNSAFE) < 0 && !DEVICE.test(id)
  const readable = short.toLowerCase().replace(UNSAFE, '_').replaceAll(':', '+')
  if (isPlain) return readable
  const digest = createHash('sha256').update(JSON.stringify(id)).digest('hex').slice(0, 16)
  return `${DEVICE.test(readable) || readable === '' ? '_' : ''}${readable}~${digest}`
}
