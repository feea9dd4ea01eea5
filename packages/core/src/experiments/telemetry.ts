/** Observes experiments. */
export interface ExperimentTelemetry {
  /** A client of an experiment was bound to a variant, was shown it, or won. */
  variantAssigned?(experiment: string, variant: string, clientId: string): void
}
