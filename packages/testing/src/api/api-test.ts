import type { ChangeEvent, Ports } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { contract, mapOperations, operations } from '@signalbox/core/contract'
import type { FlagsApi } from '@signalbox/core/flags'
import type { Contract } from '@signalbox/core/wire'
import { test } from 'vitest'
import { fixedClock } from '../fixed-clock.ts'
import { quickPasswords } from '../quick-passwords.ts'
import { seededRandom } from '../seeded-random.ts'
import type { Complain } from './document.ts'
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
) =>
  test
    .extend('clock', ({ task: _ }) => fixedClock(START))
    .extend('api', async ({ clock, onTestFinished }): Promise<SignalboxApi> => {
      const failures: unknown[] = []
      const ports = {
        clock: clock.clock,
        random: seededRandom(1),
        passwords: quickPasswords,
        report: (error: unknown) => void failures.push(error),
      }
      const { api, close } = await create(ports)
      onTestFinished(async () => {
        await close?.()
        if (failures.length > 0) throw new AggregateError(failures, 'The service reported failures')
      })
      return noting({ api, asked }, called, (sentence) => void failures.push(new Error(sentence)))
    })

/** The `test` of the suite. */
export type ApiTest = ReturnType<typeof apiTest>

/** An API, and the part of the contract that tests may call on it. */
interface Asked {
  readonly api: object
  readonly asked: Contract
}

function noting({ api, asked }: Asked, called: Set<string>, complain: Complain): SignalboxApi {
  const calls = new Map(
    operations(asked).map(({ name, operation, find }) => [name.join('.'), documented(operation, find(api), complain)]),
  )
  return mapOperations(asked, (_, path) => (input, options) => {
    const name = path.join('.')
    called.add(name)
    return calls.get(name)!(input, options)
  }) as object as SignalboxApi // tests of flags use only these parts
}

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
