import type { ChangeEvent, Ports } from '@signalbox/core'
import { contract, mapOperations, operations, type SignalboxApi } from '@signalbox/core/contract'
import type { FlagsApi } from '@signalbox/core/flags'
import type { Contract } from '@signalbox/core/wire'
import { test } from 'vitest'
import { fixedClock } from '../fixed-clock.ts'
import { quickPasswords } from '../quick-passwords.ts'
import { seededRandom } from '../seeded-random.ts'
import { documented } from './documented.ts'

/**
 * The ports that the service under test must use. They let the suite move its time, see its failures, and skip slow
 * password hashing.
 */
export type ApiPorts = Pick<Ports, 'clock' | 'random' | 'report' | 'passwords'>

/** An API under test: empty, with default settings, and with full access for the suite. */
export interface ApiSubject {
  readonly api: SignalboxApi
  /** Releases what was set up. Called after each test. */
  close?(): Promise<void>
}

/** Flags under test, or a client of them. The suite calls only the operations that `createFlags` provides. */
export interface FlagsSubject {
  readonly api: FlagsApi | SignalboxApi
  /** Releases what was set up. Called after each test. */
  close?(): Promise<void>
}

/** The time at which every test begins: 2026-01-01T00:00:00Z, in epoch milliseconds. */
export const START = Date.UTC(2026, 0, 1)

/**
 * A `test` whose functions receive a new API and its clock. It records which operations were called, and fails if a
 * request or response does not match the OpenAPI document.
 */
export const apiTest = (
  create: (ports: ApiPorts) => FlagsSubject | Promise<FlagsSubject>,
  called: Set<string>,
  asked: Contract = contract,
) => {
  const listed = new Map(operations(asked).map((one) => [one.name.join('.'), one]))
  return test
    .extend('clock', ({ task: _ }) => fixedClock(START))
    .extend('api', async ({ clock, onTestFinished }): Promise<SignalboxApi> => {
      const failures: unknown[] = []
      const ports = {
        clock: clock.clock,
        random: seededRandom(1),
        passwords: quickPasswords,
        report: (error: unknown) => void (isNotice(error) || failures.push(error)),
      }
      // Vitest keeps what a test received until the last one has run: it must not hold thousands of services.
      let subject: FlagsSubject | undefined = await create(ports)
      onTestFinished(async () => {
        await subject?.close?.()
        subject = undefined
        if (failures.length > 0) throw new AggregateError(failures, 'The service reported failures')
      })
      const complain = (sentence: string) => void failures.push(new Error(sentence))
      return mapOperations(asked, (operation, path) => {
        const name = path.join('.')
        return (input, options) => {
          called.add(name)
          if (!subject) throw new Error(`A test calls ${name} after its end`)
          return documented(operation, listed.get(name)!.find(subject.api), complain)(input, options)
        }
      }) as object as SignalboxApi // tests of flags use only these parts
    })
}

/** The `test` of the suite. */
export type ApiTest = ReturnType<typeof apiTest>

/** A problem as failures list it in `errors`. */
export const problem = (message: string, ...args: string[]) => ({ message, args })

/** The events emitted while `act` runs, but no later ones. Pass `domains` to include further domains. */
export async function emitted(
  api: SignalboxApi,
  act: () => Promise<unknown>,
  domains?: string,
): Promise<ChangeEvent[]> {
  const end = 'the-end-of-what-is-done'
  const stream = await api.events.stream(domains === undefined ? {} : { domains: `Config,${domains}` })
  await act()
  await api.configs.create({ body: { id: end, value: null } })
  const events: ChangeEvent[] = []
  for await (const event of stream) {
    if (event.key === end) break
    events.push(event)
  }
  await api.configs.delete({ id: end })
  return events
}

/** The first `count` events of a stream. */
export async function take(stream: AsyncIterable<ChangeEvent>, count: number): Promise<ChangeEvent[]> {
  const events: ChangeEvent[] = []
  for await (const event of stream) if (events.push(event) === count) break
  return events
}

/** Whether a report is about a mistake of a caller, such as a context without an id. */
const isNotice = (error: unknown): boolean => (error as Error | undefined)?.name === 'Notice'
