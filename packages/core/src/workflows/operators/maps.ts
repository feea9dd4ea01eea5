import { own, setOwn } from '../../machine/json/json.ts'
import type { Category } from '../reference/entry.ts'
import { namesOf } from '../runs/names-of.ts'
import { anything, entries, map, maps, named, optional, text, texts } from './arguments.ts'
import type { Charge } from './compare.ts'
import { LOOKING_UP, NAMING } from './costs.ts'
import { defineOperator } from './operator.ts'

const category: Category = 'maps'
type Values = Readonly<Record<string, unknown>>

/** Operators on objects. Names such as `__proto__` have no special meaning. The given map is not modified. */
export const mapOperators = [
  defineOperator({
    name: '$map_get',
    category,
    description: 'The value of a name; the default, or null, if the map does not have the name',
    args: named({
      map: map('A map'),
      name: text('The name'),
      default: optional(anything('The default; null unless set')),
    }),
    example: { config: { $map_get: { map: { tea: 3 }, name: 'tea' } }, result: 3 },
    evaluate: ({ map, name, default: otherwise = null }, { charge }) => {
      charge(name.length)
      return Object.hasOwn(map, name) ? own(map, name) : otherwise
    },
  }),
  defineOperator({
    name: '$map_has',
    category,
    description: 'Whether the map has a name, with any value',
    args: named({ map: map('A map'), name: text('The name') }),
    example: { config: { $map_has: { map: { tea: null }, name: 'tea' } }, result: true },
    evaluate: ({ map, name }, { charge }) => {
      charge(name.length)
      return Object.hasOwn(map, name)
    },
  }),
  defineOperator({
    name: '$map_put',
    category,
    description: 'The map with a value under a name, which replaces the previous value or is added at the end',
    args: named({ map: map('A map'), name: text('The name'), value: anything('The value') }),
    example: { config: { $map_put: { map: { tea: 3 }, name: 'milk', value: 1 } }, result: { tea: 3, milk: 1 } },
    evaluate: ({ map, name, value }, { charge }) => toMap([...entriesOf(map, charge), [name, value]], charge),
  }),
  defineOperator({
    name: '$map_del',
    category,
    description: 'The map without a name; unchanged if it does not have the name',
    args: named({ map: map('A map'), name: text('The name') }),
    example: { config: { $map_del: { map: { tea: 3, milk: 1 }, name: 'tea' } }, result: { milk: 1 } },
    evaluate: ({ map, name: gone }, { charge }) =>
      toMap(
        entriesOf(map, charge).filter(([name]) => name !== gone),
        charge,
      ),
  }),
  defineOperator({
    name: '$map_rename',
    category,
    description: 'The map with a name renamed in its place; an existing value under the new name is replaced',
    args: named({ map: map('A map'), from: text('The current name'), to: text('The new name') }),
    example: {
      config: { $map_rename: { map: { tee: 3, milk: 1 }, from: 'tee', to: 'tea' } },
      result: { tea: 3, milk: 1 },
    },
    evaluate: ({ map, from, to }, { charge }) => {
      const entries = entriesOf(map, charge)
      charge(from.length)
      if (from === to || !Object.hasOwn(map, from)) return map
      const others = entries.filter(([name]) => name !== to)
      return toMap(
        others.map(([name, value]) => [name === from ? to : name, value]),
        charge,
      )
    },
  }),
  defineOperator({
    name: '$map_keys',
    category,
    description: 'The names of the map, in their order',
    args: map('A map'),
    example: { config: { $map_keys: { tea: 3, milk: 1 } }, result: ['tea', 'milk'] },
    evaluate: (map, { charge }) => {
      const names = namesOf(map)
      charge(names.length)
      return [...names]
    },
  }),
  defineOperator({
    name: '$map_values',
    category,
    description: 'The values of the map, in the order of their names',
    args: map('A map'),
    example: { config: { $map_values: { tea: 3, milk: 1 } }, result: [3, 1] },
    evaluate: (map, { charge }) => entriesOf(map, charge).map(([, value]) => value),
  }),
  defineOperator({
    name: '$map_entries',
    category,
    description: 'The map as a list of {name, value}',
    args: map('A map'),
    example: { config: { $map_entries: { tea: 3 } }, result: [{ name: 'tea', value: 3 }] },
    evaluate: (map, { charge }) => entriesOf(map, charge).map(([name, value]) => ({ name, value })),
  }),
  defineOperator({
    name: '$map_from_entries',
    category,
    description: 'The map of a list of {name, value}; of equal names the last applies',
    args: entries('Names and their values'),
    example: { config: { $map_from_entries: [{ name: 'tea', value: 3 }] }, result: { tea: 3 } },
    evaluate: (entries, { charge }) =>
      toMap(
        entries.map(({ name, value }) => [name, value]),
        charge,
      ),
  }),
  defineOperator({
    name: '$map_merge',
    category,
    description: 'All members of the maps in one map; of equal names the last applies. Values are not merged',
    args: maps('Maps'),
    example: { config: { $map_merge: [{ tea: 3, milk: 1 }, { tea: 4 }] }, result: { tea: 4, milk: 1 } },
    evaluate: (maps, { charge }) =>
      toMap(
        maps.flatMap((map) => entriesOf(map, charge)),
        charge,
      ),
  }),
  defineOperator({
    name: '$map_pick',
    category,
    description: 'The map with only these names, in the order of the list; missing names are ignored',
    args: named({ map: map('A map'), names: texts('The names to keep') }),
    example: { config: { $map_pick: { map: { tea: 3, milk: 1 }, names: ['milk', 'salt'] } }, result: { milk: 1 } },
    evaluate: ({ map, names }, { charge }) => {
      chargeNames(names, charge)
      const known = names.filter((name) => Object.hasOwn(map, name))
      return toMap(
        known.map((name) => [name, own(map, name)]),
        charge,
      )
    },
  }),
  defineOperator({
    name: '$map_omit',
    category,
    description: 'The map without these names',
    args: named({ map: map('A map'), names: texts('The names to remove') }),
    example: { config: { $map_omit: { map: { tea: 3, milk: 1 }, names: ['milk', 'salt'] } }, result: { tea: 3 } },
    evaluate: ({ map, names }, { charge }) => {
      chargeNames(names, charge)
      const gone = new Set(names)
      return toMap(
        entriesOf(map, charge).filter(([name]) => !gone.has(name)),
        charge,
      )
    },
  }),
]

function chargeNames(names: readonly string[], charge: Charge): void {
  for (const name of names) charge(LOOKING_UP + name.length)
}

function entriesOf(map: Values, charge: Charge): [name: string, value: unknown][] {
  const names = namesOf(map)
  charge(LOOKING_UP)
  chargeNames(names, charge)
  return names.map((name) => [name, own(map, name)])
}

function toMap(entries: readonly (readonly [name: string, value: unknown])[], charge: Charge): Values {
  for (const [name] of entries) charge(NAMING + name.length)
  const made = {}
  for (const [name, value] of entries) setOwn(made, name, value)
  return made
}
