import type { ConfigTelemetry } from '../configs/telemetry.ts'
import type { ExperimentTelemetry } from '../experiments/telemetry.ts'
import type { FeatureTelemetry } from '../features/telemetry.ts'
import type { TraceContext } from '../machine/net/traceparent.ts'
import type { SinkTelemetry } from '../sinks/telemetry.ts'
import type { WebhookTelemetry } from '../webhooks/telemetry.ts'
import type { WorkflowTelemetry } from '../workflows/telemetry.ts'

/**
 * Observes an instance, for metrics and traces. A function that is missing costs nothing. Functions run within the
 * calls that they observe: they must be fast, and must not throw.
 */
export interface Telemetry
  extends TraceContext,
    FeatureTelemetry,
    ConfigTelemetry,
    ExperimentTelemetry,
    WebhookTelemetry,
    SinkTelemetry,
    WorkflowTelemetry {}
