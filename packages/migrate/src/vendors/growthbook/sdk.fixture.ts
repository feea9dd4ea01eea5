import { GrowthBookClient } from '@growthbook/growthbook'
import { onTestFinished } from 'vitest'

/** GrowthBook's own SDK with this payload. It contacts no server. Returns the value of a feature. */
export function sdkWith(payload: object) {
  const client = new GrowthBookClient().initSync({ payload: structuredClone(payload) as never })
  onTestFinished(() => client.destroy())
  return (key: string, attributes: Record<string, unknown>): unknown => client.evalFeature(key, { attributes }).value
}
