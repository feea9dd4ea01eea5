import type { Vendor } from './vendor.ts'

/** The products whose flags can be imported, by their names for `--from`. Each is loaded when it is used. */
const vendors = {
  flagd: async () => (await import('./flagd/flagd.ts')).flagd,
  growthbook: async () => (await import('./growthbook/growthbook.ts')).growthBook,
  launchdarkly: async () => (await import('./launchdarkly/launchdarkly.ts')).launchDarkly,
  unleash: async () => (await import('./unleash/unleash.ts')).unleash,
} as const satisfies Readonly<Record<string, () => Promise<Vendor>>>

/** The name of a product whose flags can be imported. */
export type VendorName = keyof typeof vendors

/** The names of these products. */
export const vendorNames = Object.keys(vendors) as readonly VendorName[]

/** Whether flags of the product with this name can be imported. */
export const isVendorName = (name: string): name is VendorName => Object.hasOwn(vendors, name)

/** Loads what is known of a product. */
export const loadVendor = (name: VendorName): Promise<Vendor> => vendors[name]()
