import { object, Type } from '../../machine/schema/schema.ts'
import { defineFunction } from './function.ts'

const name = (description: string) => Type.String({ minLength: 1, maxLength: 512, description })

/** Functions that read and write the memory of a run. */
export const memoryFunctions = [
  defineFunction({
    name: 'core.memory_get',
    category: 'memory',
    description: 'Returns the value in memory under a name, which may be computed; null if there is none',
    args: object({ name: name('The name') }),
    example: {
      memory: { total_eur: 12, currency: 'eur' },
      config: { kind: 'call', function: 'core.memory_get', args: { name: 'total_${currency}' } },
      result: 12,
    },
    call: async ({ name }, { memory }) => memory.get(name) ?? null,
  }),
  defineFunction({
    name: 'core.memory_set',
    category: 'memory',
    description: 'Stores a value in memory under a name, which may be computed, and returns the value',
    args: object({ name: name('The name'), value: Type.Unknown({ description: 'The value to store' }) }),
    assigns: 'name',
    example: {
      config: {
        kind: 'workflow',
        steps: [{ kind: 'call', function: 'core.memory_set', args: { name: 'total', value: 12 } }],
        returned: 'Total: ${total}',
      },
      result: 'Total: 12',
    },
    async call({ name, value }, { memory }) {
      memory.set(name, value)
      return value
    },
  }),
  defineFunction({
    name: 'core.memory_delete',
    category: 'memory',
    description: 'Removes a name from memory, and returns its value',
    args: object({ name: name('The name') }),
    example: {
      memory: { total: 12 },
      config: {
        kind: 'workflow',
        steps: [{ kind: 'call', function: 'core.memory_delete', args: { name: 'total' } }],
        returned: ['${total}'],
      },
      result: [null],
    },
    async call({ name }, { memory }) {
      const value = memory.get(name) ?? null
      memory.delete(name)
      return value
    },
  }),
  defineFunction({
    name: 'core.memory_rename',
    category: 'memory',
    description: 'Renames a value in memory, and returns it',
    args: object({ name: name('The current name'), to: name('The new name') }),
    assigns: 'to',
    example: {
      memory: { draft: 'Hello' },
      config: {
        kind: 'workflow',
        steps: [{ kind: 'call', function: 'core.memory_rename', args: { name: 'draft', to: 'letter' } }],
        returned: ['${draft}', '${letter}'],
      },
      result: [null, 'Hello'],
    },
    async call({ name, to }, { memory }) {
      const value = memory.get(name) ?? null
      memory.delete(name)
      memory.set(to, value)
      return value
    },
  }),
]
