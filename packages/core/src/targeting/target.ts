import type { PlacedCondition } from '../conditions/check-conditions.ts'
import type { ReferenceKind } from '../conditions/references.ts'
import { referencesOf } from '../conditions/uses.ts'
import { isObject, own } from '../machine/json/json.ts'

/** A record with an id: a feature, a segment, a config or an experiment. */
export interface Identified {
  readonly id: string
}

/** A record that conditions can refer to. */
export interface Target extends Identified {
  readonly kind: ReferenceKind
}

/** A record that others can refer to: by conditions, or, to a script, by the strategy `GLOBAL_SCRIPT`. */
export interface Used extends Identified {
  readonly kind: ReferenceKind | 'script'
}

/** The kinds of records that refer to others or are referred to: where they are stored, and the domain of their rights. */
export const kinds = {
  feature: { collection: 'features', domain: 'Feature' },
  segment: { collection: 'segments', domain: 'Segment' },
  config: { collection: 'configs', domain: 'Config' },
  experiment: { collection: 'experiments', domain: 'Experiment' },
  script: { collection: 'scripts', domain: 'Script' },
} as const satisfies Record<Used['kind'] | 'config' | 'experiment', { collection: string; domain: string }>

/** A record of one of these kinds. */
export interface Kinded extends Identified {
  readonly kind: keyof typeof kinds
}

/** A record that refers to others. Nothing can refer to a config or an experiment. */
export interface Referrer extends Identified {
  readonly kind: Exclude<Kinded['kind'], 'script'>
}

/** The key of a record, for comparing and storing it. Ids contain no slash. */
export const keyOf = ({ kind, id }: Kinded): string => `${kind}/${id}`

/** Whether others can refer to a record. */
export const isUsable = (record: Kinded): record is Used =>
  record.kind === 'feature' || record.kind === 'segment' || record.kind === 'script'

/** The label of a record in messages: `feature shop:express`. */
export const labelOf = ({ kind, id }: Kinded): string => `${kind} ${id}`

/** The conditions of a stored record, each with its JSON pointer. */
export function conditionsIn(record: unknown): readonly PlacedCondition[] {
  if (!isObject(record)) return []
  for (const name of ['when', 'audience']) {
    const condition = own(record, name)
    if (condition !== undefined) return [{ condition, place: `/${name}` }]
  }
  const parameters = own(record, 'activationStrategy') === 'RULES' ? own(record, 'parameters') : undefined
  return isObject(parameters)
    ? conditionsOfRules(own(parameters, 'rules'), '/parameters/rules')
    : conditionsOfRules(own(record, 'rules'), '/rules')
}

function conditionsOfRules(rules: unknown, place: string): readonly PlacedCondition[] {
  if (!Array.isArray(rules)) return []
  return rules.flatMap((rule, i) => {
    const condition = isObject(rule) ? own(rule, 'when') : undefined
    return condition === undefined ? [] : [{ condition, place: `${place}/${i}/when` }]
  })
}

/** What a condition refers to. */
function targetsOf(condition: unknown): readonly Target[] {
  const { segments, features } = referencesOf(condition)
  return [
    ...[...segments].map((id): Target => ({ kind: 'segment', id })),
    ...[...features].map((id): Target => ({ kind: 'feature', id })),
  ]
}

/** What the conditions of a record refer to, each once, with the JSON pointer of the first condition that does. */
export function targetsIn(record: unknown): ReadonlyMap<string, Target & { readonly place: string }> {
  const found = new Map<string, Target & { readonly place: string }>()
  for (const { condition, place } of conditionsIn(record))
    for (const target of targetsOf(condition))
      if (!found.has(keyOf(target))) found.set(keyOf(target), { ...target, place })
  return found
}

/** All that a record refers to, by `keyOf`: what its conditions refer to, and the script that decides a feature. */
export function usedBy(record: unknown): ReadonlyMap<string, Used> {
  const script = scriptOf(record)
  return script === undefined ? targetsIn(record) : new Map([[keyOf(script), script]])
}

/** Whether a record may refer to others. */
export const mayRefer = (record: unknown): boolean => scriptOf(record) !== undefined || conditionsIn(record).length > 0

/** The global script that decides a stored feature. */
export function scriptOf(record: unknown): Used | undefined {
  if (!isObject(record) || own(record, 'activationStrategy') !== 'GLOBAL_SCRIPT') return undefined
  const parameters = own(record, 'parameters')
  const ref = isObject(parameters) ? own(parameters, 'ref') : undefined
  return typeof ref === 'string' ? { kind: 'script', id: ref } : undefined
}

/** The strategies without `compile`; a test compares them with the table of strategies. */
const scriptStrategies: readonly unknown[] = ['SCRIPT', 'GLOBAL_SCRIPT']

/** Whether only a script decides a stored feature. */
export const isScripted = (record: unknown): boolean =>
  isObject(record) && scriptStrategies.includes(own(record, 'activationStrategy'))

/** What a write of a record with conditions means beyond the record sent. */
export interface TargetingIntent {
  /** Proceeds even if conditions refer to the record. @default false */
  readonly force?: boolean | undefined
  /** Whether the same call deletes a record: its references do not count. @default none is deleted */
  readonly isRemoved?: (record: Kinded) => boolean
  /**
   * Records written by the same commit, by `keyOf`. In a dry run, records of the whole call, because it commits
   * nothing.
   */
  readonly pending?: Map<string, unknown>
}
