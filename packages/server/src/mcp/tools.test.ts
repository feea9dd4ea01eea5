import { contract, operations } from '@signalbox/core/contract'
import { isSafe, isStream, parametersOf } from '@signalbox/core/wire'
import { describe, expect, it } from 'vitest'
import { ownArguments, ownArgumentsOf } from './input-schema.ts'
import { promptsOf } from './prompts.ts'
import { isOffered, toolName, toolsOf } from './tools.ts'

const all = operations(contract)
const writing = toolsOf(all, { write: true })
const reading = toolsOf(all)
const toolOf = (name: string) => writing.get(name)!.tool
const namesWhere = (fits: (name: string) => boolean) => [...writing.keys()].filter(fits)

describe('the tools of the contract', () => {
  it('are its operations, with names that clients allow', () => {
    const offered = all.filter(({ operation }) => isOffered(operation))
    expect([...writing.keys()].sort()).toEqual(offered.map(({ name }) => toolName(name)).sort())
    for (const name of writing.keys()) expect(name).toMatch(/^[A-Za-z_]{1,64}$/)
  })

  it('have a description that says who may call, and a schema of parameters and body', () => {
    expect(toolOf('configs_evaluate')).toEqual({
      name: 'configs_evaluate',
      description: 'Get the value of a config in a context, and why. Takes the right R in the domain Config.',
      inputSchema: {
        type: 'object',
        properties: {
          id: contract.configs.evaluate.params.id,
          body: contract.configs.evaluate.body,
          part: ownArguments.part,
        },
        required: ['id'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true, idempotentHint: true },
    })
    expect(toolOf('features_create').inputSchema.required).toEqual(['body'])
  })

  it('do not ask for members that the service computes, or use keywords that are not of JSON Schema', () => {
    for (const [name, { tool }] of writing)
      expect(JSON.stringify(tool.inputSchema), name).not.toMatch(/"readOnly":true|"(discriminator|x-[\w-]+)":/)
    expect(JSON.stringify(toolOf('features_create').inputSchema)).not.toContain('Whether the feature is active')
  })

  it('without write are those that change nothing', () => {
    expect([...reading.keys()]).toEqual(namesWhere((name) => isSafe(writing.get(name)!.operation)))
    expect(reading.size).toBeGreaterThan(90)
    expect(reading.has('experiments_tree')).toBe(false) // binds clients, although it is a GET
    for (const { tool } of reading.values())
      expect(tool.annotations).toEqual({ readOnlyHint: true, idempotentHint: true })
  })

  it.each([
    ['features_create', { readOnlyHint: false, destructiveHint: false, idempotentHint: false }],
    ['features_replace', { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
    ['features_patch', { readOnlyHint: false, destructiveHint: true, idempotentHint: false }],
    ['features_delete', { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
    ['subscriptions_close', { readOnlyHint: false, destructiveHint: true, idempotentHint: false }],
  ])('%s says what it does', (name, annotations) => {
    expect(toolOf(name).annotations).toEqual(annotations)
  })

  it('leave out what data planes call, what moves whole stores, and what changes the session or the secret of the caller', () => {
    const missing = all.map(({ name }) => toolName(name)).filter((name) => !writing.has(name))
    const transfers = missing.filter((name) => /_(im|ex)port/.test(name))
    expect(missing.filter((name) => !transfers.includes(name)).sort()).toEqual([
      'changePassword',
      'commit',
      'credentials_rotate',
      'gateway_changes',
      'gateway_report',
      'gateway_snapshot',
      'login',
      'logout',
    ])
    expect(namesWhere((name) => /_(im|ex)port/.test(name))).toEqual([
      'apis_importOpenApi',
      'gateway_exportUsage',
      'events_exportHistory',
    ])
  })

  it('of some groups are those alone', () => {
    const some = toolsOf(all, { write: true, only: ['features', 'me'] })
    expect(new Set([...some.keys()].map((name) => name.split('_')[0]))).toEqual(new Set(['features', 'me']))
    expect(some.has('me')).toBe(true)
  })

  it('have arguments of their own only beside those of the operation', () => {
    for (const { operation, tool } of writing.values()) {
      const { properties } = parametersOf(operation)
      const own = ownArgumentsOf(operation)
      expect(own.filter((name) => Object.hasOwn(properties, name))).toEqual([])
      expect(Object.keys(tool.inputSchema.properties ?? {})).toEqual([
        ...Object.keys(properties),
        ...(operation.body && !isStream(operation.body) ? ['body'] : []),
        ...own,
      ])
    }
    expect(ownArgumentsOf(contract.features.patch)).toEqual(['reason', 'ifMatch'])
    expect(ownArgumentsOf(contract.subscriptions.pause)).toEqual(['ifMatch']) // it has a reason of its own
    expect(ownArgumentsOf(contract.events.stream)).toEqual(['limit', 'seconds'])
    expect(ownArgumentsOf(contract.events.exportHistory)).toEqual(['limit', 'skip'])
  })
})

describe('the prompts', () => {
  const prompts = promptsOf(writing)

  it('are offered with the tools that they name', () => {
    expect(prompts.map(({ prompt }) => prompt.name)).toEqual(['explain_flag', 'begin_canary'])
    expect(promptsOf(reading).map(({ prompt }) => prompt.name)).toEqual(['explain_flag'])
    expect(promptsOf(toolsOf(all, { only: ['configs'] }))).toEqual([])
  })

  it('name only tools that exist', () => {
    const values = { feature: 'f', client: 'c', api: 'a', backend: 'b' }
    const named = prompts.flatMap(({ text }) => text(values).match(/\b[a-zA-Z]+_[a-zA-Z_]+\b/g) ?? [])
    expect(named.filter((name) => !writing.has(name) && !isCode(name))).toEqual([])
    expect(named.length).toBeGreaterThan(10)
  })

  it('need their required arguments', () => {
    expect(() => prompts[0]?.text({ feature: 'f' })).toThrow('The prompt explain_flag needs the argument client')
  })
})

/** Words with an underscore that are not tools. */
const isCode = (word: string): boolean => ['flow_ref'].includes(word)
