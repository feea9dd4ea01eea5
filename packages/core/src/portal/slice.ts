import { defineSlice, type Named } from '../slice.ts'
import { portalContract } from './contract.ts'
import type { PortalParts } from './handlers.ts'

const slice = defineSlice({
  name: 'portal',
  contract: { portal: portalContract },
  tags: {}, // documents of the service do not have its operations
  open: async (parts: PortalParts) => (await import('./handlers.ts')).portalHandlers(parts),
})

/** A named type for the slice: declarations refer to it instead of expanding the whole type. */
export interface PortalSlice extends Named<typeof slice> {}

/** The slice of what consumers read about APIs. */
export const portalSlice: PortalSlice = slice
