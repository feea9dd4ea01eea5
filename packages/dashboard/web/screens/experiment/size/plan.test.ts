import { createSignalbox } from '@signalbox/core'
import { expect, it, onTestFinished } from 'vitest'
import { planInWords } from './plan.ts'

const half = [0.5, 0.5]

it.each([
  [{ base: 0, uplift: 0.1, traffic: half }, [/^Enter a rate/]],
  [{ base: 0.2, uplift: 0, traffic: half }, [/^Enter an uplift/]],
  [{ base: 0.6, uplift: 0.9, traffic: half }, [/too large/]],
  [{ base: 0.2, uplift: 0.25, traffic: half }, [/20\.0% becomes 25\.0%, each variant needs 1,030 users: 2,060 in all/]],
  [{ base: 0.2, uplift: 0.25, traffic: [0.8, 0.2] }, [/1,030 users: 5,150 in all/, /with 20% of the traffic/]],
  [
    { base: 0.2, uplift: 0.25, traffic: half, pace: { users: 1030, days: 2 } },
    [/2,060 in all/, /^At 515 users a day so far, that takes 2 more days\.$/],
  ],
  [{ base: 0.2, uplift: 0.25, traffic: half, pace: { users: 4000, days: 2 } }, [/2,060/, /enough users already/]],
  [{ base: 0.2, uplift: 0.25, traffic: half, pace: { users: 9, days: 0.1 } }, [/2,060/, /known after a day/]],
])('the plan %o is put into words', (plan, sentences) => {
  expect(planInWords(plan)).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)))
})

it('an uplift of 10% takes as many users as the results say', async () => {
  const box = createSignalbox()
  onTestFinished(() => box.close())
  const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
  await box.experiments.create({ body: { id: 'x', name: 'x', enabled: true, variants } })
  for (let n = 0; n < 20; n++) {
    await box.experiments.displayed({ id: 'x', clientId: String(n) })
    if (n % 5 < 2) await box.experiments.won({ id: 'x', clientId: String(n) })
  }
  const { results, sampleSize } = await box.experiments.results({ id: 'x' })
  const [sentence] = planInWords({ base: results[0]!.rate, uplift: 0.1, traffic: half })
  expect(sentence).toContain(`each variant needs ${new Intl.NumberFormat('en').format(sampleSize!.perArm)} users`)
})
