import { expect, it } from 'vitest'
import { reportOnce } from './report-once.ts'

it('reports each message once, and after 1,000 messages one a minute', () => {
  const reported: string[] = []
  let now = 0
  const tell = reportOnce(
    (error) => void reported.push((error as Error).message),
    () => now,
  )
  for (let i = 0; i < 3000; i++) tell(new Error(`problem ${i % 1500}`))
  expect(reported).toHaveLength(1001)
  now = 60_000
  tell(new Error('later'))
  expect(reported.at(-1)).toBe('later (999 more were not reported)')
})
