import { copyEvents } from './copy-events.fixture.ts'
import { kafkaSink } from './index.ts'

/** Copies events to a topic until it has all of them, as the leader of a sink does. Prints a line before each append. */
const [brokers = '', topic = '', last = '', batch = ''] = process.argv.slice(2)
const sink = kafkaSink({ brokers: brokers.split(','), topic })
const report = (line: string) => process.stdout.write(`${line}\n`)
await copyEvents(sink, { last: Number(last), batch: Number(batch), report })
await sink.close()
