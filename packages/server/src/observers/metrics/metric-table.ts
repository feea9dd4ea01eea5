/** A metric: its name, what it measures, and the names of its labels. */
export interface Metric {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** @default none */
  readonly labels?: readonly string[]
  /** The upper bounds of the buckets of a histogram. */
  readonly buckets?: readonly number[]
}

/** Buckets in seconds, for calls. */
const calls = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What a server measures of its own work. The gateway has its own metrics. */
export const serverMetrics = {
  started: {
    name: 'signalbox_started',
    type: 'gauge',
    help: 'Whether the server has started: 0 while it waits for its store, loads its records or compiles its routes',
  },
  requests: {
    name: 'signalbox_requests_total',
    type: 'counter',
    help: 'Requests, by operation, method and status. Event streams count when they open',
    labels: ['operation', 'method', 'status'],
  },
  requestSeconds: {
    name: 'signalbox_request_seconds',
    type: 'histogram',
    help: 'Seconds from a request to the end of its response, without event streams',
    labels: ['operation'],
    buckets: calls,
  },
  requestsInFlight: {
    name: 'signalbox_requests_in_flight',
    type: 'gauge',
    help: 'Requests that are being served, without event streams',
  },
  connections: { name: 'signalbox_connections', type: 'gauge', help: 'Connections of the API that are open' },
  connectionsLimit: {
    name: 'signalbox_connections_limit',
    type: 'gauge',
    help: 'The most connections of the API that can be open; on further ones only probes are answered',
  },
  eventStreams: { name: 'signalbox_event_streams', type: 'gauge', help: 'Event streams that are open' },
  eventStreamsLimit: {
    name: 'signalbox_event_streams_limit',
    type: 'gauge',
    help: 'The most event streams that can be open; further ones are rejected',
  },
  evaluations: {
    name: 'signalbox_evaluations_total',
    type: 'counter',
    help: 'Evaluations in this process: of features by result, of configs by reason, and clients of experiments that were bound, shown a variant or won',
    labels: ['kind', 'result'],
  },
  storeSeconds: {
    name: 'signalbox_store_seconds',
    type: 'histogram',
    help: 'Seconds that calls of the store took, by method. Reading many records is one call, without the time between them',
    labels: ['method'],
    buckets: calls,
  },
  storeFailures: {
    name: 'signalbox_store_failures_total',
    type: 'counter',
    help: 'Calls of the store that failed, by method',
    labels: ['method'],
  },
  logHead: { name: 'signalbox_log_head', type: 'gauge', help: 'The id of the newest event of the log' },
  logLagSeconds: {
    name: 'signalbox_log_lag_seconds',
    type: 'gauge',
    help: 'Age of the oldest event that a consumer of the log has not processed',
    labels: ['consumer'],
  },
  logLagEvents: {
    name: 'signalbox_log_lag_events',
    type: 'gauge',
    help: 'Events that a consumer of the log has not processed; 10,000 if there are more',
    labels: ['consumer'],
  },
  logPosition: {
    name: 'signalbox_log_position',
    type: 'gauge',
    help: 'The id of the newest event that a consumer of the log has processed',
    labels: ['consumer'],
  },
  sinkEvents: {
    name: 'signalbox_sink_events_total',
    type: 'counter',
    help: 'Events that this process has appended to a sink',
    labels: ['sink'],
  },
  sinkFailures: {
    name: 'signalbox_sink_failures_total',
    type: 'counter',
    help: 'Batches that could not be appended to a sink, and are tried again',
    labels: ['sink'],
  },
  webhookDeliveries: {
    name: 'signalbox_webhook_deliveries_total',
    type: 'counter',
    help: 'Calls of webhooks, by outcome: ok, the class of the status, or failed without a response',
    labels: ['outcome'],
  },
  webhookSeconds: {
    name: 'signalbox_webhook_seconds',
    type: 'histogram',
    help: 'Seconds that calls of webhooks took',
    buckets: calls,
  },
  webhookBans: {
    name: 'signalbox_webhook_bans_total',
    type: 'counter',
    help: 'Webhooks that were banned because their calls failed',
  },
  scriptRuns: {
    name: 'signalbox_script_runs_total',
    type: 'counter',
    help: 'Runs of scripts, by outcome: ok, or why they failed or were refused',
    labels: ['language', 'outcome'],
  },
  scriptSeconds: {
    name: 'signalbox_script_seconds',
    type: 'histogram',
    help: 'Seconds that runs of scripts took, with waiting',
    labels: ['language'],
    buckets: calls,
  },
  workflowRuns: {
    name: 'signalbox_workflow_runs_total',
    type: 'counter',
    help: 'Runs of workflows, by outcome: ok, or why they failed; too_many_requests were refused',
    labels: ['outcome'],
  },
  workflowSeconds: {
    name: 'signalbox_workflow_seconds',
    type: 'histogram',
    help: 'Seconds that runs of workflows took',
    buckets: calls,
  },
  workflowBudgets: {
    name: 'signalbox_workflow_budget_exceeded_total',
    type: 'counter',
    help: 'Runs of workflows that exceeded a budget',
    labels: ['budget'],
  },
  dutyAge: {
    name: 'signalbox_duty_age_seconds',
    type: 'gauge',
    help: 'Seconds since a task that this process repeats in the background last succeeded, or since it began',
    labels: ['duty'],
  },
  dutyFailures: {
    name: 'signalbox_duty_failures_total',
    type: 'counter',
    help: 'How often a task that this process repeats in the background has failed',
    labels: ['duty'],
  },
  snapshotBytes: {
    name: 'signalbox_snapshot_bytes',
    type: 'gauge',
    help: 'The size of the last snapshot that this process wrote',
  },
  logDropped: {
    name: 'signalbox_log_dropped_total',
    type: 'counter',
    help: 'Lines of the logs of this server that were dropped',
  },
} as const satisfies Record<string, Metric>

const seconds = (name: string, help: string) =>
  ({ name: `nodejs_eventloop_lag_${name}_seconds`, type: 'gauge', help }) as const

/** What is measured of every process, a data plane included. */
export const processMetrics = {
  build: {
    name: 'signalbox_build_info',
    type: 'gauge',
    help: 'The version of Signalbox; always 1',
    labels: ['version'],
  },
  cpuUser: { name: 'process_cpu_user_seconds_total', type: 'counter', help: 'CPU time of the process in user mode' },
  cpuSystem: {
    name: 'process_cpu_system_seconds_total',
    type: 'counter',
    help: 'CPU time of the process in system mode',
  },
  cpu: { name: 'process_cpu_seconds_total', type: 'counter', help: 'CPU time of the process' },
  start: { name: 'process_start_time_seconds', type: 'gauge', help: 'Start of the process, in seconds since 1970' },
  resident: { name: 'process_resident_memory_bytes', type: 'gauge', help: 'Memory of the process' },
  openFiles: { name: 'process_open_fds', type: 'gauge', help: 'File descriptors that are open, sockets included' },
  mostFiles: { name: 'process_max_fds', type: 'gauge', help: 'The most file descriptors that can be open' },
  heapTotal: { name: 'nodejs_heap_size_total_bytes', type: 'gauge', help: 'Memory reserved for JavaScript' },
  heapUsed: { name: 'nodejs_heap_size_used_bytes', type: 'gauge', help: 'Memory that JavaScript uses' },
  external: { name: 'nodejs_external_memory_bytes', type: 'gauge', help: 'Memory outside the heap, such as buffers' },
  resources: {
    name: 'nodejs_active_resources',
    type: 'gauge',
    help: 'What keeps the process alive, such as sockets and timers, by type',
    labels: ['type'],
  },
  lagMin: seconds('min', 'How late the event loop was at least, since the last look'),
  lagMax: seconds('max', 'How late the event loop was at most, since the last look'),
  lagMean: seconds('mean', 'How late the event loop was on average, since the last look'),
  lagP50: seconds('p50', 'How late the event loop was at most in 50 of 100 cases, since the last look'),
  lagP90: seconds('p90', 'How late the event loop was at most in 90 of 100 cases, since the last look'),
  lagP99: seconds('p99', 'How late the event loop was at most in 99 of 100 cases, since the last look'),
  gc: {
    name: 'nodejs_gc_duration_seconds',
    type: 'histogram',
    help: 'Pauses for garbage collection, by kind: major, minor, incremental or weakcb',
    labels: ['kind'],
    buckets: [0.001, 0.01, 0.1, 1, 2, 5],
  },
  node: { name: 'nodejs_version_info', type: 'gauge', help: 'The version of Node.js; always 1', labels: ['version'] },
} as const satisfies Record<string, Metric>

/** Every metric of a server except its gateway's. */
export const metricTable: readonly Metric[] = [...Object.values(serverMetrics), ...Object.values(processMetrics)]
