import { createSignalbox } from '@signalbox/core'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { offsetOf } from '../../code/places.ts'
import { prettyJson } from '../../parts/json/pretty-json.ts'
import { valueAt } from '../../values/pointer.ts'
import { readBudgets } from './budgets.ts'
import { completeWorkflow } from './complete-workflow.ts'
import { journalRows } from './journal-rows.ts'
import { outlineOf } from './outline.ts'
import { placesIn } from './places-in.ts'
import { templates } from './templates.ts'

const config = {
  kind: 'workflow',
  id: 'order',
  steps: [
    { kind: 'call', function: 'core.log', args: { message: 'x', kind: 'not a node' }, result: 'said' },
    {
      kind: 'if',
      predicate: true,
      then: { kind: 'assign', values: [{ name: 'n', value: { kind: 'not a node' } }] },
      else: {
        kind: 'parallel',
        paths: [
          { node: { kind: 'wait', duration: 10 } },
          { predicate: false, node: { kind: 'value', value: 1, enabled: false } },
        ],
      },
    },
    { kind: 'try', node: { kind: 'error', message: 'No' }, catch: { kind: 'value', value: { kind: 'not a node' } } },
  ],
}

describe('the outline of a workflow', () => {
  it('has its nodes in their order, each with its place, its role and what it does', () => {
    expect(
      outlineOf(config).map(({ pointer, depth, kind, role, about }) => [pointer, depth, kind, role, about]),
    ).toEqual([
      ['', 0, 'workflow', '', ''],
      ['/steps/0', 1, 'call', 'step 1', 'core.log → said'],
      ['/steps/1', 1, 'if', 'step 2', ''],
      ['/steps/1/then', 2, 'assign', 'then', 'n'],
      ['/steps/1/else', 2, 'parallel', 'else', ''],
      ['/steps/1/else/paths/0/node', 3, 'wait', 'path 1', '10 ms'],
      ['/steps/1/else/paths/1/node', 3, 'value', 'path 2', ''],
      ['/steps/2', 1, 'try', 'step 3', ''],
      ['/steps/2/node', 2, 'error', 'node', 'No'],
      ['/steps/2/catch', 2, 'value', 'catch', ''],
    ])
    expect(outlineOf(config).filter(({ isOff }) => isOff)).toHaveLength(1)
  })

  it('survives whatever was typed', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void outlineOf(value)))
  })

  it('finds every node that a run reaches', async () => {
    const box = createSignalbox()
    onTestFinished(() => box.close())
    const { steps, ...outer } = config
    const valid = { ...outer, steps: [{ ...steps[0], args: { message: 'x' } }, ...steps.slice(1)] }
    const { journal } = await box.workflows.test({ body: { config: valid } })
    const known = new Set(outlineOf(config).flatMap(({ pointer, id }) => [pointer, id ?? pointer]))
    expect(journal.length).toBeGreaterThan(4)
    for (const { node } of journal) expect([node, known.has(node)]).toEqual([node, true])
  })
})

it('the place of each value of a text is known', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = prettyJson(JSON.stringify(value))
      for (const [pointer, place] of placesIn(text)) {
        const found = JSON.stringify(valueAt(JSON.parse(text), pointer)) ?? ''
        const at = text.slice(offsetOf(text, place))
        expect(at[0]).toBe(found.startsWith('{') || found.startsWith('[') ? found[0] : at[0])
        expect(at.startsWith('"')).toBe(found.startsWith('"'))
      }
    }),
  )
  expect(placesIn('{\n  "a/b": [1, {"c": null}]\n}').get('/a~1b/1/c')).toEqual({ line: 2, column: 20 })
})

it('words of the language are proposed where they belong', () => {
  const word = (name: string) => [{ name, description: `What ${name} does; more` }]
  const language = { nodes: word('call'), operators: word('$add'), functions: word('core.log') }
  const at = (text: string) => completeWorkflow(text, text.length, language)
  expect(at('{ "kind": "c')).toEqual({ from: 11, options: [{ label: 'call', detail: 'What call does' }] })
  expect(at('{ "function": "core.')).toMatchObject({ from: 15, options: [{ label: 'core.log' }] })
  expect(at('{ "value": { "$a')).toMatchObject({ from: 14, options: [{ label: '$add' }] })
  expect([at('{ "value": "$a'), at('{ "ki'), at('')]).toEqual([undefined, undefined, undefined])
})

it('budgets are whole numbers, or the ones of the service', () => {
  expect(readBudgets({ steps: '10', time: '' })).toEqual({ steps: 10 })
  for (const wrong of ['0', '-1', '1.5', 'many', '99999999999']) expect(readBudgets({ steps: wrong })).toBeUndefined()
})

it('entries of a journal are as deep as their nodes', () => {
  const entry = (node: string, duration: number) => ({ node, kind: 'value', attempt: 1, duration })
  const rows = journalRows(
    [entry('order', 4), entry('/steps/1/then', 2), entry('other#/steps/0', 1)],
    outlineOf(config),
  )
  expect(rows.map(({ depth, share }) => [depth, share])).toEqual([
    [0, 1],
    [2, 0.5],
    [1, 0.25],
  ])
  expect(journalRows([], [])).toEqual([])
})

it.each(templates)('the template “$label” is a workflow', async ({ config: template }) => {
  const box = createSignalbox()
  onTestFinished(() => box.close())
  await expect(box.workflows.create({ body: { config: template } })).resolves.toMatchObject({ config: template })
})

it('the template that decides by a feature decides by it', async () => {
  const box = createSignalbox()
  onTestFinished(() => box.close())
  const parameters = { customers: ['ann'] }
  await box.features.create({
    body: { id: 'shop:express', enabled: true, activationStrategy: 'CUSTOMERS_LIST', parameters },
  })
  const template = templates.find(({ label }) => label === 'Decide by a feature')!.config
  const result = async (client: string) =>
    (await box.workflows.test({ body: { config: template, input: { client } } })).result
  expect([await result('ann'), await result('bob')]).toEqual(['express', 'standard'])
})
