import { createSignalbox } from '@signalbox/core'
import { race, type Standing } from '../../harness.ts'
import type { RowGroup } from '../../row.ts'

const STEPS = 1000

/** The cost of the workflow language without any waiting, compared with the same loop in JavaScript. */
export const workflows: RowGroup = {
  title: `A workflow: a loop of ${STEPS.toLocaleString('en')} rounds that adds up numbers`,
  async measure(effort) {
    const box = createSignalbox()
    const config = addingUp(STEPS)
    const [plain, journaled] = [addUp(STEPS), (await box.workflows.test({ body: { config } })).result]
    if (plain !== journaled) throw new Error(`The workflow adds up to ${journaled}, the function to ${plain}`)
    const [byHand, run] = (await race(
      [
        {
          name: 'JavaScript',
          run(times) {
            let total = 0
            for (let i = 0; i < times; i++) total += addUp(STEPS)
            return total
          },
        },
        {
          name: 'workflow',
          async run(times) {
            for (let i = 0; i < times; i++) await box.workflows.test({ body: { config } })
          },
        },
      ],
      effort,
    )) as [Standing, Standing]
    await box.close()
    const figure = ({ nanoseconds }: Standing) =>
      `${(nanoseconds / 1000).toFixed(nanoseconds < 100_000 ? 2 : 0)} µs, ${(nanoseconds / STEPS).toFixed(1)} ns a round`
    return [
      { what: 'a function in JavaScript', figure: figure(byHand), ratio: '1.00' },
      {
        what: 'a run of the workflow, check, budgets and journal included',
        figure: figure(run),
        ratio: run.ratio.toFixed(0),
      },
    ]
  },
}

/** Adds up the integers below `rounds`. */
export function addUp(rounds: number): number {
  let sum = 0
  let i = 0
  while (i < rounds) {
    sum += i
    i += 1
  }
  return sum
}

/** The same as a workflow. */
export const addingUp = (rounds: number) => ({
  kind: 'workflow',
  steps: [
    {
      kind: 'assign',
      values: [
        { name: 'sum', value: 0 },
        { name: 'i', value: 0 },
      ],
    },
    {
      kind: 'while',
      predicate: { $lt: ['${i}', rounds] },
      node: {
        kind: 'assign',
        values: [
          { name: 'sum', value: { $add: ['${sum}', '${i}'] } },
          { name: 'i', value: { $add: ['${i}', 1] } },
        ],
      },
    },
  ],
  returned: '${sum}',
})
