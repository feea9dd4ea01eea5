import type { Condition, Segment } from '@signalbox/core'
import { isJson } from '../../otoroshi/findings.ts'
import { type FittedKeys, fitKeys } from '../fit-key.ts'
import { findCycles } from '../plans/cycles.ts'
import { isLost, lost, never } from '../plans/logic.ts'
import { equals } from '../plans/typed.ts'
import type { Finding } from '../vendor.ts'
import { attributeAt, toCondition } from './condition.ts'
import type { ConditionScope, PlainScope } from './scope.ts'

/** The conditions that refer to saved groups. */
export type GroupConditions = Pick<ConditionScope, 'inGroup' | 'savedGroup'>

/** Saved groups as segments: one for each attribute that a list is compared with. */
export interface Groups {
  /** Conditions that refer to segments. */
  references(flag: string): GroupConditions
  segments(): readonly Segment[]
  findings(): readonly Finding[]
}

interface GroupsOptions {
  readonly product: string
  scopeFor(flag: string): PlainScope
}

/** References follow each other at most 100 times. */
const LONGEST_CHAIN = 90

/** Prepares the conditions of saved groups. Only groups that are used become segments. */
export function createGroups(groups: ReadonlyMap<string, unknown>, { product, scopeFor }: GroupsOptions): Groups {
  const keys: FittedKeys = fitKeys(groups.keys(), product)
  const segments = new Map<string, Segment>()
  const taken = new Map<string, string>()
  const lostGroups = new Set<string>()
  let chain = 0
  const isCycle = findCycles(new Map([...groups].map(([id, group]) => [id, groupsIn(group)])))

  /** The values of a list; `undefined` for what matches nobody, whatever asks. */
  function listFor(id: unknown): readonly unknown[] | undefined {
    const group = typeof id === 'string' ? groups.get(id) : undefined
    if (group === undefined) return []
    if (Array.isArray(group)) return group
    return isJson(group) && group.type === 'list' && Array.isArray(group.values) ? group.values : undefined
  }

  function listSegment(id: string, attribute: string, values: readonly unknown[]): Condition {
    const when = equals(
      attribute,
      values.filter((value) => typeof value === 'string' || typeof value === 'number'),
    )
    return add(`${id} ${attribute}`, { id, suffix: attribute.replace(/^\//, ''), when })
  }

  function add(key: string, { id, suffix, when }: { id: string; suffix: string; when: Condition }): Condition {
    const known = segments.get(key)
    if (known) return { segment: known.id }
    const first = keys.idOf(id)
    const segmentId = taken.has(first) ? keys.below(first, suffix, [key]) : first
    taken.set(first, segmentId)
    const group = groups.get(id)
    const description = isJson(group) && typeof group.name === 'string' ? { description: group.name } : {}
    segments.set(key, { id: segmentId, ...description, metadata: { ...keys.originOf(id) }, when } as Segment)
    return { segment: segmentId }
  }

  const references = (flag: string): GroupConditions => ({
    inGroup(id, attribute) {
      const values = listFor(id)
      if (!values) scopeFor(flag).onLost(`The saved group ${String(id)} is no list`)
      if (!values) return lost
      return values.length > 0 ? listSegment(String(id), attribute, values) : never
    },
    savedGroup(reference) {
      const { id, attributeKey } = isJson(reference) ? reference : {}
      const group = typeof id === 'string' ? groups.get(id) : undefined
      if (typeof id === 'string' && (!groups.has(id) || Array.isArray(group))) return never
      if (typeof id !== 'string' || !isJson(group)) return malformed()
      if (group.type === 'list') {
        const attribute = attributeKey ?? group.attributeKey
        const values = listFor(id)
        if (typeof attribute !== 'string' || !values) return malformed()
        if (values.length === 0) return never
        return listSegment(id, attributeAt(attribute), values)
      }
      if (group.type !== 'condition' || !isJson(group.condition)) return malformed()
      if (attributeKey !== undefined && typeof attributeKey !== 'string') return malformed()
      const segment = conditionSegment(id, group.condition)
      if (isLost(segment)) scopeFor(flag).onLost(`A part of the saved group ${id} is lost`)
      return segment

      function malformed(): Condition {
        scopeFor(flag).onLost('A saved group, or what refers to it, is malformed')
        return lost
      }
    },
  })

  function conditionSegment(id: string, condition: Readonly<Record<string, unknown>>): Condition {
    if (lostGroups.has(id)) return lost
    if (segments.has(id)) return add(id, { id, suffix: '', when: never })
    if (chain >= LONGEST_CHAIN) {
      scopeFor(id).onLost(`The saved group ${id} ends a chain of ${LONGEST_CHAIN} groups`)
      return lost
    }
    chain++
    const own = references(id)
    const savedGroup = (reference: unknown): Condition => {
      const to = isJson(reference) ? reference.id : undefined
      if (typeof to !== 'string' || !isCycle(id, to)) return own.savedGroup(reference)
      scopeFor(id).onLost(`The saved group ${to} refers to itself`)
      return lost
    }
    const when = toCondition(condition, { ...scopeFor(id), ...own, savedGroup })
    chain--
    if (!isLost(when)) return add(id, { id, suffix: 'condition', when })
    lostGroups.add(id)
    return lost
  }

  return {
    references,
    segments: () => [...segments.values()],
    findings: () => keys.findings,
  }
}

/** The groups that the condition of a group refers to. */
function groupsIn(group: unknown): string[] {
  const found: string[] = []
  const open: unknown[] = [group]
  while (open.length > 0) {
    const node = open.pop()
    if (Array.isArray(node)) open.push(...node)
    else if (isJson(node))
      for (const [key, value] of Object.entries(node)) {
        if (key === '$savedGroup' && isJson(value) && typeof value.id === 'string') found.push(value.id)
        else open.push(value)
      }
  }
  return found
}
