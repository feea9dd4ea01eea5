/**
 * Servers on 127.0.0.1 in one process, one for each way to observe, so that they can take turns. Answers each question with
 * their ports and the CPU time of the process.
 */
import { context, trace } from '@opentelemetry/api'
import { logs } from '@opentelemetry/api-logs'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { createServer, type ServerOptions } from 'signalbox'
import { answerWith } from '../../child.ts'
import { key, manyUsers, mixedFeatures } from '../../workload.ts'

/** The ways to observe a server. The first is the baseline. */
const ways = {
  off: {},
  metrics: { adminPort: 0 },
  'access log': { accessLog: 'file:/dev/null' },
  tracing: { tracing: true },
  'tracing and evaluation events': { tracing: true, evaluationEvents: true },
  all: { adminPort: 0, accessLog: 'file:/dev/null', tracing: true, evaluationEvents: true },
} as const satisfies Record<string, ServerOptions>

/** A way to observe a server. */
export type Way = keyof typeof ways

/** Where the servers are, and what they have used. */
export interface ObservedServers {
  readonly ports: Readonly<Record<Way, number>>
  readonly cpu: NodeJS.CpuUsage
}

const spans = new InMemorySpanExporter()
const records = new InMemoryLogRecordExporter()
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }))
logs.setGlobalLoggerProvider(new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: records })] }))

async function start(way: Way): Promise<number> {
  const server = await createServer({ port: 0, store: 'memory:', dashboard: 'off', ...key, ...ways[way] })
  await server.box.features.import({ body: mixedFeatures(1000, manyUsers(1000)) })
  return Number(new URL(server.url).port)
}

async function startAll(): Promise<ObservedServers['ports']> {
  const ports: Partial<Record<Way, number>> = {}
  for (const way of Object.keys(ways) as Way[]) ports[way] = await start(way)
  return ports as ObservedServers['ports']
}

const started = startAll()
answerWith(async (): Promise<ObservedServers> => {
  const ports = await started
  spans.reset()
  records.reset()
  return { ports, cpu: process.cpuUsage() }
})
