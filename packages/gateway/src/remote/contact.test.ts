import { expect, it, vi } from 'vitest'
import { createContact } from './contact.ts'

it('a disk that fails is reported once, and again after it has worked', async () => {
  const report = vi.fn()
  const save = vi.fn<(text: string) => Promise<void>>().mockRejectedValue(new Error('No space left on device'))
  const contact = createContact({ file: { load: async () => undefined, save }, clock: () => 0, report })
  const minute = async (number: number) => {
    contact.kept({ at: number * 60_000, revision: 1 })
    await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(number))
  }
  await minute(1)
  await minute(2)
  expect(report).toHaveBeenCalledTimes(1)
  save.mockResolvedValueOnce()
  await minute(3)
  await minute(4)
  await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(2))
})
