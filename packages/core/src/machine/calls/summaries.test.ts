import { expect, it } from 'vitest'
import { summariesModule } from './summaries.fixture.ts'

it('editors show the summary of an operation', async () => {
  await expect(summariesModule()).toMatchFileSnapshot('./summaries.ts')
})
