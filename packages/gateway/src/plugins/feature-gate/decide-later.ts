import { networkOf } from '../../addresses/network-of.ts'
import type { FeatureContext, FeatureDecision, GatewayFeatures } from '../../engines/engines.ts'
import type { SlotContext } from '../../plugin-api/plugin.ts'
import { reportRarely } from '../../reporting/report-rarely.ts'
import { within } from '../../waiting/within.ts'

/** Decides what features cannot decide at once: those with scripts, and all while they load. */
export interface LateDecisions {
  /** Whether the features are loaded. */
  readonly isLoaded: boolean
  /** Whether the features were loaded in time. Never rejects. */
  load(): Promise<boolean>
  /**
   * Whether a feature is active for a request from an address; `undefined` if nobody could tell in time. Never rejects.
   */
  decide(feature: string, context: FeatureContext, address: string): Promise<boolean | undefined>
}

/** How long a request waits, in milliseconds. */
const MOST_WAIT = 50
/** How many decisions of a feature are under way; further ones fail at once. */
const MOST_ASKED = 200
/** How many of them are for one address, so that one caller cannot take the room of all others. */
const MOST_OF_ADDRESS = 20

const lateDecisions = Symbol('late decisions')

/** Returns the late decisions of a gateway, which its gates share. */
export const askLater = (
  features: GatewayFeatures,
  { shared, report, clock }: Pick<SlotContext, 'shared' | 'report' | 'clock'>,
): LateDecisions => shared(lateDecisions, () => createLateDecisions(features, { report, clock }))

function createLateDecisions(
  features: GatewayFeatures,
  { report, clock }: Pick<SlotContext, 'report' | 'clock'>,
): LateDecisions {
  let isLoaded = features.ready === undefined
  let loading: Promise<void> | undefined
  const asked = createCounts()

  /** Loads the features. A failure is tried again by the next request. */
  function load(): Promise<void> {
    loading ??= (features.ready as () => Promise<void>)().then(
      () => {
        isLoaded = true
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  async function ask(feature: string, context: FeatureContext, address: string): Promise<boolean> {
    const caller = `${feature}\n${networkOf(address)}`
    if (asked.of(feature) >= MOST_ASKED) throw new Error(`${MOST_ASKED} decisions are under way`)
    if (asked.of(caller) >= MOST_OF_ADDRESS)
      throw new Error(`${MOST_OF_ADDRESS} decisions for one address are under way`)
    asked.add(feature, 1)
    asked.add(caller, 1)
    const left = (): void => {
      asked.add(feature, -1)
      asked.add(caller, -1)
    }
    const deciding = decisionOf(features, feature, context)
    // An answer that comes late still takes up room until it is there.
    deciding.then(left, left)
    const { active, explanation } = await within(deciding, MOST_WAIT, () => `No decision within ${MOST_WAIT} ms`)
    if (explanation?.reason === 'ERROR') throw new Error('The script failed')
    return active
  }

  const rarely = reportRarely(report, clock)
  function failed(feature: string, cause: unknown): undefined {
    rarely(new Error(`The feature ${feature} was not decided: its gate refuses`, { cause }))
  }

  if (!isLoaded) load().catch(report)
  return {
    get isLoaded() {
      return isLoaded
    },
    load: () =>
      within(load(), MOST_WAIT, () => 'late').then(
        () => true,
        () => false,
      ),
    decide: (feature, context, address) => ask(feature, context, address).catch((error) => failed(feature, error)),
  }
}

/** Counts by key. Keys of which there are none take no memory. */
function createCounts() {
  const counts = new Map<string, number>()
  const of = (key: string): number => counts.get(key) ?? 0
  return {
    of,
    add(key: string, count: number) {
      const next = of(key) + count
      if (next > 0) counts.set(key, next)
      else counts.delete(key)
    },
  }
}

async function decisionOf(
  engine: GatewayFeatures,
  id: string,
  context: FeatureContext,
): Promise<Pick<FeatureDecision, 'active'> & Partial<FeatureDecision>> {
  if (engine.decide) return engine.decide(id, context)
  if (engine.features) return engine.features.checkWith({ id, body: context, explain: true })
  throw new Error('The features of the gateway do not run scripts')
}
