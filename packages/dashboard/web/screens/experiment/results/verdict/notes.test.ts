import type { Results } from '@signalbox/core/contract'
import { expect, it } from 'vitest'
import { resultsOf } from '../results.fixture.ts'
import { notesOf } from './notes.ts'
import { verdictOf } from './verdict.ts'

const plain = (found: Results) => notesOf(found).map((note) => note.replaceAll('\u00a0', ' '))
const variants = [
  { id: 'A', users: 40, converted: 10, traffic: 0.5 },
  { id: 'B', users: 40, converted: 12, traffic: 0.5 },
]

it('a result of whole weeks, for all clients, in one phase has no notes', async () => {
  expect(notesOf(await resultsOf({ variants }))).toEqual([])
})

it('an experiment that is off, for an audience, in a layer, with a few hours says so', async () => {
  const rest = {
    audience: { attribute: 'country', operator: 'is', value: 'FR' },
    layer: { name: 'checkout', from: 0, to: 0.4 },
  }
  const unseen = { id: 'C', users: 0, converted: 0, traffic: 0 }
  const found = await resultsOf({ variants: [...variants, unseen], enabled: false, days: 1, rest })
  expect(plain(found)).toEqual([
    'The experiment is off: it takes no new clients. Clients with a variant keep it.',
    'Nobody has seen C yet.',
    'The figures cover 24 hours. Days of the week differ, so let an experiment run for whole weeks.',
    'Only clients of its audience take part: the results say nothing about other clients.',
    'It takes 40% of the clients of layer checkout; 60% are in no experiment of the layer.',
  ])
  const beside = [
    { experiment: 'shop:price', from: 0.4, to: 0.9 },
    { from: 0.9, to: 1 },
  ]
  expect(plain({ ...found, layer: { ...found.layer!, beside, holdout: 0 } }).at(-1)).toBe(
    'It takes 40% of the clients of layer checkout, beside shop:price 50% and an experiment that you can’t read 10%; the experiments cover all clients of the layer.',
  )
})

it('earlier phases are named, and the alarm names the phases that are skewed', async () => {
  const phase = (traffic: number, A: number, B: number) => ({
    ...{ traffic: { A: traffic, B: 1 - traffic }, bound: { A, B } },
    seen: { A: { users: A, converted: A / 10 }, B: { users: B, converted: B / 10 } },
  })
  const [calm, skewed] = [phase(0.5, 5000, 5000), phase(0.9, 8890, 1110)]
  const found = await resultsOf({ variants, phases: [calm, skewed] })
  expect(found.sampleRatioMismatch.alarm).toBe(false)
  expect(plain(found)).toEqual([
    'The shares changed during the run: phases are compared separately.',
    'The split didn’t match the configured traffic in phase 2 (p-value 0.00025).',
  ])
  const alarm = await resultsOf({ variants, phases: [calm, phase(0.9, 8600, 1400), calm] })
  expect(plain(alarm)).toHaveLength(1)
  expect(verdictOf(alarm, { view: 'sequential' }).why[0]).toBe(
    'In phase 2 of 3, the split doesn’t match the configured traffic.',
  )
})
