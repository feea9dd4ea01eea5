/** The default of every setting of health checks. Statuses from 200 to 399 are healthy. Times are in milliseconds. */
export const healthCheckDefaults = {
  enabled: false,
  interval: 10_000,
  timeout: 5000,
  healthyStatuses: Array.from({ length: 200 }, (_, i) => 200 + i),
  unhealthyStatuses: [] as number[],
  healthyAfter: 2,
  unhealthyAfter: 3,
  blockOnRed: false,
}

/** The default of every setting of the ejection of failing targets. Times are in milliseconds. */
export const outlierDefaults = {
  consecutiveFailures: 5,
  interval: 10_000,
  baseEjection: 30_000,
  maxEjection: 300_000,
  maxEjected: 0.5,
}
