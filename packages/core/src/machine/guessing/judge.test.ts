import { expect, it } from 'vitest'
import { createJudge } from './judge.ts'

it('ids that no record can have count as one, so that guesses take little memory', async () => {
  const judge = createJudge(() => 0)
  const long = 'x'.repeat(512)
  const guess = (n: number) => judge({ id: long + n, fingerprint: 'same', address: 'here' }, async () => undefined)
  for (let n = 0; n < 50; n++) expect(await guess(n)).toBeUndefined()
  await expect(guess(50)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})
