import { defineSlice, type Named } from '../slice.ts'
import { commitContract } from './contract.ts'
import type { CommitParts } from './handlers.ts'

const slice = defineSlice({
  name: 'commits',
  contract: commitContract,
  tags: { commit: 'Several records of any kinds in one commit' },
  open: async (parts: CommitParts) => (await import('./handlers.ts')).commitHandlers(parts),
})

/** The type of the slice, which declarations refer to by name. */
export interface CommitSlice extends Named<typeof slice> {}

/** The slice of commits over several kinds. */
export const commitSlice: CommitSlice = slice
