import { type ApiChange, diffApis } from '@signalbox/core/gateway'
import { covers } from '../reference/covering-plans.ts'
import type { Plan } from '../site.ts'
import { factsOf } from '../words.ts'
import type { Facts, OperationFact, OperationFacts } from './facts.ts'
import type { Change } from './publication.ts'

/** What consumers notice between two deployments: of operations, plans and pages. The breaking changes come first. Pure. */
export function compareFacts(before: Facts, after: Facts): readonly Change[] {
  const all = [
    ...ofOperations(before.operations, after.operations),
    ...ofPlans(before, after),
    ...ofPages(before.pages, after.pages),
  ]
  return [...all.filter(({ isBreaking }) => isBreaking), ...all.filter(({ isBreaking }) => !isBreaking)]
}

const breaking = (text: string): Change => ({ text, isBreaking: true })
const harmless = (text: string): Change => ({ text, isBreaking: false })

const nameOf = ({ method, path }: OperationFact): string => `${method === '*' ? '' : `${method} `}${path}`

function ofOperations(before: OperationFacts, after: OperationFacts): readonly Change[] {
  if (before.from !== after.from) return []
  const gone = [...before.all].flatMap(([key, one]) =>
    after.all.has(key) ? [] : [breaking(`${nameOf(one)} was removed`)],
  )
  const others = [...after.all].flatMap(([key, one]) => {
    const known = before.all.get(key)
    if (!known) return [harmless(`${nameOf(one)} was added`)]
    return one.required
      .filter((name) => !known.required.includes(name))
      .map((name) => breaking(`${nameOf(one)} now requires ${name}`))
  })
  return [...gone, ...others]
}

/** The changes of plans. Which plans changed at all is decided as for the people of the API. */
function ofPlans(before: Facts, after: Facts): readonly Change[] {
  const found = diffApis(
    { name: '', id: '', documentation: { plans: [...before.plans] } },
    { name: '', id: '', documentation: { plans: [...after.plans] } },
    { mask: (api) => api },
  )
  const asked = [...after.operations.all].flatMap(([key, one]) => (before.operations.all.has(key) ? [one] : []))
  return found
    .filter(({ what }) => what === 'plan')
    .flatMap((change) => {
      const old = before.plans.find(({ id }) => id === change.id)
      const fresh = after.plans.find(({ id }) => id === change.id)
      const plans = [old, fresh].filter((one) => one !== undefined)
      return ofPlan(change, { old, fresh, asked }).map((one): Change => ({ ...one, plans }))
    })
}

interface Two {
  readonly old: Plan | undefined
  readonly fresh: Plan | undefined
  /** The operations before and after. */
  readonly asked: readonly OperationFact[]
}

function ofPlan({ change }: ApiChange, { old, fresh, asked }: Two): readonly Change[] {
  if (change === 'removed' && old) return [breaking(`${titleOf(old)} was removed`)]
  if (change === 'added' && fresh) return [harmless(`${titleOf(fresh)} was added`)]
  if (!old || !fresh) return []
  const title = titleOf(fresh)
  const facts = new Map(factsOf(old, 'en'))
  const now = new Map(factsOf(fresh, 'en'))
  const texts = [...new Set([...facts.keys(), ...now.keys()])].flatMap((name): Change[] => {
    const [from, to] = [facts.get(name), now.get(name)]
    if (from === to) return []
    const text = `${title}: ${name.toLowerCase()} changed from “${from ?? 'none'}” to “${to ?? 'none'}”`
    const isBreaking = name === 'Access' || (name === 'Quota' && isLower(quotaOf(old), quotaOf(fresh)))
    return [{ text, isBreaking }]
  })
  const lost = asked.filter((one) => covers(old, one) && !covers(fresh, one))
  const gained = asked.filter((one) => !covers(old, one) && covers(fresh, one))
  return [
    ...(old.status !== 'deprecated' && fresh.status === 'deprecated' ? [harmless(`${title} is deprecated`)] : []),
    ...(old.status === 'deprecated' && fresh.status !== 'deprecated'
      ? [harmless(`${title} is no longer deprecated`)]
      : []),
    ...texts,
    ...(lost.length > 0 ? [breaking(`${title} no longer covers ${listed(lost)}`)] : []),
    ...(gained.length > 0 ? [harmless(`${title} now covers ${listed(gained)}`)] : []),
  ]
}

const titleOf = ({ id, name }: Plan): string => `The plan ${name || id}`

/** A few operations by name. */
const listed = (all: readonly OperationFact[]): string =>
  `${all.slice(0, 3).map(nameOf).join(', ')}${all.length > 3 ? ` and ${all.length - 3} more` : ''}`

interface Quota {
  readonly window?: number
  readonly perWindow?: number
  readonly perDay?: number
  readonly perMonth?: number
}

const quotaOf = ({ access_mode_configuration: configuration }: Plan): Quota =>
  (configuration as { readonly quota?: Quota } | undefined)?.quota ?? {}

/** Whether consumers may send fewer requests: in a day, in a month, or in a window by its rate. What is absent is not limited. */
function isLower(before: Quota, after: Quota): boolean {
  const rate = ({ perWindow, window = 1 }: Quota) => (perWindow === undefined ? Infinity : perWindow / window)
  const { perDay = Infinity, perMonth = Infinity } = after
  return perDay < (before.perDay ?? Infinity) || perMonth < (before.perMonth ?? Infinity) || rate(after) < rate(before)
}

function ofPages(before: Facts['pages'], after: Facts['pages']): readonly Change[] {
  const name = (path: string, title: string) => (path === '' ? 'The first page' : `The page ${title}`)
  const gone = [...before].flatMap(([path, { title }]) =>
    after.has(path) ? [] : [harmless(`${name(path, title)} was removed`)],
  )
  const others = [...after].flatMap(([path, { title, content }]) => {
    const known = before.get(path)
    if (!known) return [harmless(`${name(path, title)} was added`)]
    return known.content === content ? [] : [harmless(`${name(path, title)} was changed`)]
  })
  return [...gone, ...others]
}
