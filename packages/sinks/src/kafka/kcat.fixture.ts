import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

/** A record as kcat prints it, which is built on librdkafka and shares no code with the sink. */
export interface KcatRecord {
  readonly id: number
  readonly partition: number
  readonly key: string
  /** `undefined`: a tombstone. */
  readonly text: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

const run = promisify(execFile)

/** Reads a topic to its end, without the records of transactions that are open or were aborted. Each partition in its order. */
export async function readTopic(
  broker: string,
  topic: string,
  settings: readonly string[] = [],
): Promise<KcatRecord[]> {
  const all = ['isolation.level=read_committed', 'fetch.wait.max.ms=10', 'check.crcs=true', ...settings]
  const { stdout } = await run(
    'kcat',
    [
      ...['-b', broker, '-t', topic, '-C', '-e', '-q', '-o', 'beginning', '-f', '%p\\t%K\\t%S\\t%h\\n%k%s\\n'],
      ...all.flatMap((one) => ['-X', one]),
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 30 },
  )
  return [...recordsOf(stdout)]
}

/** Writes records with kcat, distributed over the partitions as the producer of Kafka itself does. */
export async function writeRecords(
  broker: string,
  topic: string,
  records: readonly { readonly key: string; readonly value: string }[],
): Promise<void> {
  const settings = ['-X', 'topic.partitioner=murmur2_random']
  const kcat = spawn('kcat', ['-b', broker, '-t', topic, '-P', '-K', '\t', ...settings], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  kcat.stdin.end(records.map(({ key, value }) => `${key}\t${value}\n`).join(''))
  const [code] = await once(kcat, 'exit')
  if (code !== 0) throw new Error(`kcat ended with ${code}`)
}

function* recordsOf(output: Buffer): Generator<KcatRecord> {
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at)
    const [partition, keySize, size, named = ''] = output.toString('utf8', at, end).split('\t')
    const keyEnd = end + 1 + Math.max(Number(keySize), 0)
    const textEnd = keyEnd + Math.max(Number(size), 0)
    const headers = Object.fromEntries(named.split(',').map((one) => one.split('=')))
    yield {
      id: Number(headers['signalbox-id']),
      partition: Number(partition),
      key: output.toString('utf8', end + 1, keyEnd),
      text: Number(size) < 0 ? undefined : output.toString('utf8', keyEnd, textEnd),
      headers,
    }
    at = textEnd + 1
  }
}
