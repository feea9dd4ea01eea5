import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyApis } from './arbitrary.fixture.ts'
import { type Candidate, toCandidates } from './candidate.ts'
import { emptyHosts, pruneRoot, rootFor } from './hosts.ts'
import { entriesOf } from './router.fixture.ts'
import { createShared } from './shared.ts'
import { addCandidate, removeCandidate } from './trie.ts'

/** The candidates of some APIs. */
const candidatesOf = (apis: readonly Parameters<typeof entriesOf>[0][]): Candidate<object>[] =>
  apis.flatMap(entriesOf).flatMap((entry, place) => {
    const candidates: Candidate<object>[] = []
    for (let one = toCandidates(entry, place, createShared()); one; one = one.also) candidates.push(one)
    return candidates
  })

it('nothing is left of routes that are gone, in whatever order they go', () => {
  fc.assert(
    fc.property(anyApis, fc.infiniteStream(fc.nat()), (apis, chance) => {
      const shared = createShared()
      const hosts = emptyHosts<object>()
      const candidates = candidatesOf(apis.map((api) => ({ ...api, id: api.id as string })))
      for (const one of candidates) addCandidate(rootFor(hosts, one.match), one, shared)
      while (candidates.length > 0) {
        const [gone] = candidates.splice((chance.next().value as number) % candidates.length, 1)
        removeCandidate(rootFor(hosts, gone!.match), gone!)
        pruneRoot(hosts, gone!.match)
      }
      expect(hosts).toEqual(emptyHosts())
    }),
    { numRuns: 300 },
  )
})
