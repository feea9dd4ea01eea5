import type { ConfigDecision } from '../configs/evaluate.ts'
import { readTraceparent, toTraceparent } from '../machine/net/traceparent.ts'
import type { EventLogger, TracedAttributes, TracingApi } from '../machine/net/tracing-api.ts'
import {
  configAttributes,
  contextAttributes,
  EVALUATION,
  experimentAttributes,
  featureAttributes,
} from './evaluation-event.ts'
import type { Telemetry } from './telemetry.ts'

/** Settings of `openTelemetry`. */
export interface OpenTelemetryOptions {
  /** The namespace of `@opentelemetry/api`. */
  readonly api: TracingApi
  /**
   * Whether each evaluation of a feature, config or experiment is recorded as an event `feature_flag.evaluation`, by the
   * semantic conventions of OpenTelemetry. @default false
   */
  readonly evaluations?: boolean
  /**
   * Records the events, as the conventions ask for: a `Logger` of `@opentelemetry/api-logs`. Without a logger, or if nobody
   * gets its records, they are events of the active span.
   */
  readonly logger?: EventLogger
  /** Whether events name the `id` of the context, which may be personal data. @default false */
  readonly contextIds?: boolean
}

/**
 * Creates the option `telemetry` from OpenTelemetry: events keep the trace of the call that caused them, and evaluations
 * are recorded if asked. Without a context manager of OpenTelemetry, no span is ever active.
 *
 * @example
 * import * as api from '@opentelemetry/api'
 * const box = createSignalbox({ telemetry: openTelemetry({ api, evaluations: true }) })
 */
export function openTelemetry({ api, evaluations = false, ...recording }: OpenTelemetryOptions): Telemetry {
  return {
    traceparent() {
      const context = api.trace.getActiveSpan()?.spanContext()
      const written = context && toTraceparent(context)
      return written !== undefined && readTraceparent(written) ? written : undefined
    },
    ...(evaluations && recordEvaluations(api, recording)),
  }
}

function recordEvaluations(
  api: TracingApi,
  { logger, contextIds = false }: Omit<OpenTelemetryOptions, 'api' | 'evaluations'>,
): Telemetry {
  /** Decisions are shared by all evaluations with the same result. */
  const known = new WeakMap<ConfigDecision, TracedAttributes>()
  const record = logger ? toLogger(logger, toActiveSpan(api)) : toActiveSpan(api)

  /** `attributesOf` is called only if somebody gets the event. */
  const evaluated = (id: unknown, attributesOf: () => TracedAttributes) =>
    record(() => ({ ...attributesOf(), ...(contextIds && contextAttributes(id)) }))

  return {
    featureEvaluated(feature, isActive, context, explain) {
      evaluated(context?.id, () => featureAttributes(feature, isActive, explain(isActive, context)))
    },
    configEvaluated(config, decision, context) {
      evaluated(context?.id, () => {
        const attributes = known.get(decision) ?? configAttributes(config, decision)
        known.set(decision, attributes)
        return attributes
      })
    },
    variantAssigned(experiment, variant, clientId) {
      evaluated(clientId, () => experimentAttributes(experiment, variant))
    },
  }
}

type RecordEvent = (attributesOf: () => TracedAttributes) => void

const asked = { eventName: EVALUATION }

const toLogger =
  (logger: EventLogger, otherwise: RecordEvent): RecordEvent =>
  (attributesOf) => {
    if (logger.enabled?.(asked) === false) return otherwise(attributesOf)
    logger.emit({ eventName: EVALUATION, severityNumber: 9, attributes: attributesOf() })
  }

const toActiveSpan =
  ({ trace }: TracingApi): RecordEvent =>
  (attributesOf) => {
    const span = trace.getActiveSpan()
    if (span?.isRecording()) span.addEvent(EVALUATION, attributesOf())
  }
