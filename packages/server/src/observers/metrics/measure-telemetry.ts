import type { Telemetry, WebhookCall } from '@signalbox/core'
import type { Families } from './families.ts'
import { serverMetrics } from './metric-table.ts'

/** Counts evaluations, calls of webhooks, events of sinks and runs of workflows. Labels are words of the core, and ids of sinks. */
export function measureTelemetry({ counter, histogram, counted }: Omit<Families, 'gauge'>): Telemetry {
  const deliveries = counter(serverMetrics.webhookDeliveries)
  const deliverySeconds = histogram(serverMetrics.webhookSeconds)
  for (const outcome of ['ok', '3xx', '4xx', '5xx', 'failed']) deliveries.inc({ outcome }, 0)
  const bans = counter(serverMetrics.webhookBans)
  const sinkEvents = counter(serverMetrics.sinkEvents)
  const sinkFailures = counter(serverMetrics.sinkFailures)
  const runs = counter(serverMetrics.workflowRuns)
  const runSeconds = histogram(serverMetrics.workflowSeconds)
  const budgets = counter(serverMetrics.workflowBudgets)
  // Evaluations come by the million: they only increment these.
  let active = 0
  let inactive = 0
  let assigned = 0
  const reasons = new Map<string, number>()

  counted(serverMetrics.evaluations, function* () {
    yield [{ kind: 'feature', result: 'active' }, active]
    yield [{ kind: 'feature', result: 'inactive' }, inactive]
    for (const [reason, count] of reasons) yield [{ kind: 'config', result: reason.toLowerCase() }, count]
    yield [{ kind: 'experiment', result: 'assigned' }, assigned]
  })

  return {
    featureEvaluated(_feature, isActive) {
      if (isActive) active++
      else inactive++
    },
    configEvaluated(_config, { reason }) {
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    },
    variantAssigned() {
      assigned++
    },
    webhookCalled(call) {
      deliveries.inc({ outcome: outcomeOf(call) })
      deliverySeconds.observe(call.ms / 1000)
    },
    webhookBanned: () => bans.inc(),
    sinkAppended({ sink, events, error }) {
      if (error === undefined) sinkEvents.inc({ sink }, events)
      else sinkFailures.inc({ sink })
    },
    workflowEnded({ ms, error, budget }) {
      runs.inc({ outcome: error?.toLowerCase() ?? 'ok' })
      if (error !== 'TOO_MANY_REQUESTS') runSeconds.observe(ms / 1000)
      if (budget !== undefined) budgets.inc({ budget })
    },
  }
}

const outcomeOf = ({ error, status }: WebhookCall): string => {
  if (error === undefined) return 'ok'
  return status === undefined ? 'failed' : `${Math.floor(status / 100)}xx`
}
