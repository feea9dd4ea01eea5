import { expect, it } from 'vitest'
import { summariesModule } from './summaries.fixture.ts'

it('what editors show of an operation is its summary', async () => {
  await expect(summariesModule()).toMatchFileSnapshot('./summaries.ts')
})
