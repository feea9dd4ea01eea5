import { linesOf } from '../machine/records/resource.ts'
import { defineSlice, type Named } from '../slice.ts'
import { applicationSchema, applications } from './application.ts'
import { applicationContract, developerContract } from './contract.ts'
import { developerSchema, developers } from './developer.ts'
import type { DeveloperParts } from './handlers.ts'
import { mineContract } from './mine.ts'

const slice = defineSlice({
  name: 'developers',
  contract: { developers: developerContract, applications: applicationContract, mine: mineContract },
  kinds: [developers, applications],
  isServed: true,
  tags: {
    developers: 'Consumers of APIs: people with an account in the portal',
    applications: 'Applications of consumers, which subscribe to APIs',
  },
  named: {
    Developer: developerSchema,
    DeveloperLine: linesOf(developers),
    Application: applicationSchema,
    ApplicationLine: linesOf(applications),
  },
  examples: {
    Developer: { id: 'ann', name: 'Ann', email: 'ann@example.com', email_verified: true, groups: ['partners'] },
    DeveloperLine: {
      id: 'ann',
      name: 'Ann',
      email: 'ann@example.com',
      source: 'password',
      created_at: 1_767_225_600_000,
    },
    Application: { id: 'checkout', name: 'Checkout', members: [{ developer: 'ann', role: 'owner' }] },
    ApplicationLine: { id: 'checkout', name: 'Checkout', members: [{ developer: 'ann', role: 'owner' }] },
  },
  open: async (parts: DeveloperParts) => (await import('./handlers.ts')).developerHandlers(parts),
})

/** A named type for the slice: declarations refer to it instead of expanding the whole type. */
export interface DeveloperSlice extends Named<typeof slice> {}

/** The slice of consumers of APIs and their applications. */
export const developerSlice: DeveloperSlice = slice
