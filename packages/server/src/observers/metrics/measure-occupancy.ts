import type { Occupancy } from '../../overload/occupancy.ts'
import type { Families } from './families.ts'
import { serverMetrics } from './metric-table.ts'

/** Measures the connections and event streams that are open, beside their limits. */
export function measureOccupancy(
  { gauge }: Pick<Families, 'gauge'>,
  { limits, connections, streams }: Occupancy,
): void {
  gauge(serverMetrics.connections, (it) => it.set(connections()))
  gauge(serverMetrics.connectionsLimit).set(limits.connections)
  gauge(serverMetrics.eventStreams, (it) => it.set(streams()))
  gauge(serverMetrics.eventStreamsLimit).set(limits.streams)
}
