import { keySchema } from '../../machine/keys/key.ts'
import { object, patterns, Type } from '../../machine/schema/schema.ts'
import { failed } from '../runs/failure.ts'
import { defineFunction } from './function.ts'

const key = Type.Unsafe<string>({ ...keySchema, description: 'A key; grants in the domain Workflow apply to it' })
const kept = (name: string, args: object) => ({ kind: 'call', function: `core.store_${name}`, args })

/**
 * Functions for values that are kept between runs. Callers have access to the keys for which they hold rights in the
 * domain Workflow.
 */
export const storeFunctions = [
  defineFunction({
    name: 'core.store_get',
    category: 'store',
    description: 'Returns the value stored under a key, or null; requires R on the key',
    args: object({ key }),
    example: { config: kept('get', { key: 'shop:never-set' }), result: null },
    call: async ({ key }, { host }) => (await host.kept.get(key)) ?? null,
  }),
  defineFunction({
    name: 'core.store_mget',
    category: 'store',
    description:
      'Returns the values stored under keys, in the order of the keys, null for missing ones; requires R on each key',
    args: object({
      keys: Type.Array(key, { maxItems: 100, description: 'The keys, in the order of the returned values' }),
    }),
    example: {
      config: {
        kind: 'workflow',
        steps: [kept('set', { key: 'shop:a', value: 1 }), kept('mget', { keys: ['shop:a', 'shop:b'] })],
      },
      result: [1, null],
    },
    call: async ({ keys }, { host }) => Promise.all(keys.map(async (key) => (await host.kept.get(key)) ?? null)),
  }),
  defineFunction({
    name: 'core.store_set',
    category: 'store',
    description:
      'Stores a value under a key, and returns it; requires C for a new key, otherwise U. Emits no event. A value has at most 64 KiB, and an instance stores at most 10,000 values by default',
    cost: 10,
    args: object({ key, value: Type.Unknown({ description: 'The value to store' }) }),
    example: {
      config: {
        kind: 'workflow',
        steps: [kept('set', { key: 'shop:last-order', value: { id: 7 } }), kept('get', { key: 'shop:last-order' })],
      },
      result: { id: 7 },
    },
    call: ({ key, value }, { host, signal }) => host.kept.update(key, () => value, signal),
  }),
  defineFunction({
    name: 'core.store_increment',
    category: 'store',
    description:
      'Adds to the number stored under a key, starting at 0, and returns the sum; concurrent runs lose no addition. Requires C for a new key, otherwise U',
    cost: 10,
    args: object({ key, by: Type.Optional(Type.Number({ default: 1, description: 'The number to add' })) }),
    example: {
      config: {
        kind: 'workflow',
        steps: [kept('increment', { key: 'shop:orders', by: 2 }), kept('increment', { key: 'shop:orders' })],
      },
      result: 3,
    },
    call({ key, by = 1 }, { host, signal }) {
      const add = (current: unknown = 0) => {
        const sum = typeof current === 'number' ? current + by : Number.NaN
        if (Number.isFinite(sum)) return sum
        throw failed(
          'value',
          `The value of ${key} cannot be incremented: it is not a number, or would become too large`,
          key,
        )
      }
      return host.kept.update(key, add, signal)
    },
  }),
  defineFunction({
    name: 'core.store_delete',
    category: 'store',
    description: 'Deletes the value stored under a key, and returns whether it existed; requires D on the key',
    args: object({ key }),
    example: {
      config: {
        kind: 'workflow',
        steps: [kept('set', { key: 'shop:a', value: 1 }), kept('delete', { key: 'shop:a' })],
      },
      result: true,
    },
    call: ({ key }, { host }) => host.kept.delete(key),
  }),
  defineFunction({
    name: 'core.store_keys',
    category: 'store',
    description: 'Returns the first keys, in order, that match a pattern and that the caller can read',
    args: object({
      pattern: Type.Optional(patterns),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Maximum number of keys' }),
      ),
    }),
    example: {
      config: {
        kind: 'workflow',
        steps: [kept('set', { key: 'shop:a', value: 1 }), kept('keys', { pattern: 'shop:*' })],
      },
      result: ['shop:a'],
    },
    call: ({ pattern = '*', limit = 100 }, { host }) => host.kept.keys(pattern, limit),
  }),
]
