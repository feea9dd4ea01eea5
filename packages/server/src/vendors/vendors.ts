import type { Vendor } from './vendor.ts'

/** The products whose flags can be imported, by their names for `--from`. */
export const vendors: Readonly<Record<VendorName, Vendor>> = {}

/** The name of a product whose flags can be imported. */
export type VendorName = never
