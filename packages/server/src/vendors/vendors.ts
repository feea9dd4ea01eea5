import { flagd } from './flagd/flagd.ts'
import { growthBook } from './growthbook/growthbook.ts'
import { launchDarkly } from './launchdarkly/launchdarkly.ts'
import { unleash } from './unleash/unleash.ts'
import type { Vendor } from './vendor.ts'

/** The products whose flags can be imported, by their names for `--from`. */
export const vendors = {
  flagd,
  growthbook: growthBook,
  launchdarkly: launchDarkly,
  unleash,
} as const satisfies Readonly<Record<string, Vendor>>

/** The name of a product whose flags can be imported. */
export type VendorName = keyof typeof vendors
