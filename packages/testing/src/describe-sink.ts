import { describe } from 'vitest'
import { describeAppends } from './sink/appends.ts'
import { describeFailures } from './sink/failures.ts'
import { describeLeaders } from './sink/leaders.ts'
import { type SinkHarness, type SinkSuiteOptions, sinkTest } from './sink/sink-test.ts'

/**
 * Registers Vitest tests for the contract of the port `Sink`. `create` runs once per test and returns a new, empty
 * destination. Each test closes its sinks, and then the harness.
 *
 * @example
 * ```ts
 * describeSink('to my queue', async () => {
 *   const queue = await createQueue()
 *   return { open: () => queueSink(queue), readAll: () => queue.messages(), close: () => queue.drop() }
 * }, { isExact: true })
 * ```
 */
export function describeSink(
  name: string,
  create: () => SinkHarness | Promise<SinkHarness>,
  options: SinkSuiteOptions,
): void {
  const test = sinkTest(create)
  describe(`the sink ${name}`, () => {
    describeAppends(test, options)
    describeLeaders(test, options)
    describeFailures(test, options)
  })
}
