import type { Duty } from '@signalbox/core'
import type { Families } from './families.ts'
import { serverMetrics } from './metric-table.ts'

/** Measures the tasks that a process repeats in the background. Their failures are counted from 0 on. */
export function measureDuties(
  { gauge, counted }: Pick<Families, 'gauge' | 'counted'>,
  list: () => readonly Duty[],
): void {
  gauge(serverMetrics.dutyAge, (it) => {
    it.reset()
    for (const { name, begun, done = begun } of list()) it.set({ duty: name }, Math.max(0, Date.now() - done) / 1000)
  })
  counted(serverMetrics.dutyFailures, () => list().map(({ name, failures }) => [{ duty: name }, failures]))
  gauge(serverMetrics.snapshotBytes, (it) => {
    const { bytes } = list().find(({ name }) => name === 'snapshots') ?? {}
    if (bytes === undefined) it.remove()
    else it.set(bytes)
  })
}
