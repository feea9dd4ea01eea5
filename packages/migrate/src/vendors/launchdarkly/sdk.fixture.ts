import { init, type LDContext } from '@launchdarkly/node-server-sdk'
import { TestData } from '@launchdarkly/node-server-sdk/integrations'
import { onTestFinished } from 'vitest'

/** The data of an SDK: flags and segments by key. */
export interface SdkData {
  readonly flags: Readonly<Record<string, object>>
  readonly segments?: Readonly<Record<string, object>>
}

/** LaunchDarkly's own SDK with these flags in memory. It contacts no server. */
export async function sdkWith({ flags, segments = {} }: SdkData) {
  const data = new TestData()
  const client = init('sdk-key', {
    updateProcessor: data.getFactory(),
    sendEvents: false,
    diagnosticOptOut: true,
    logger: { error() {}, warn() {}, info() {}, debug() {} },
  })
  onTestFinished(() => client.close())
  for (const [key, segment] of Object.entries(structuredClone(segments)))
    await data.usePreconfiguredSegment({ key, version: 1, rules: [], included: [], excluded: [], ...segment })
  for (const [key, flag] of Object.entries(structuredClone(flags)))
    await data.usePreconfiguredFlag({ key, version: 1, targets: [], rules: [], salt: key, ...flag })
  await client.waitForInitialization({ timeout: 60 })
  /** The value of a flag; `undefined` if the SDK returns the default value of the program. */
  return async (key: string, context: LDContext) => {
    const { value, reason, variationIndex } = await client.variationDetail(key, context, UNDECIDED)
    return reason.kind === 'ERROR' || variationIndex === undefined || variationIndex === null ? undefined : value
  }
}

const UNDECIDED = 'the default value of the program'

/** The context of Signalbox for one of LaunchDarkly, as the page about moving says. */
export function toContext({ kind = 'user', ...context }: Record<string, unknown>): Record<string, unknown> {
  if (kind !== 'multi') return kind === 'user' ? ofUser(context) : { [kind as string]: context }
  const { user, ...others } = context
  return { ...others, ...(user ? ofUser(user as Record<string, unknown>) : {}) }
}

const ofUser = ({ key, id, ...attributes }: Record<string, unknown>) => ({
  ...attributes,
  ...(id !== undefined && { user: { id } }),
  id: key,
})
