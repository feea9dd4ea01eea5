import { expect, it } from 'vitest'
import { createTestBox } from './create-test-box.ts'

it.each<[call: () => Promise<unknown>, says: string]>([
  [async () => createTestBox({ sed: 2 } as never), 'createTestBox does not take the option sed (did you mean seed?)'],
  [async () => createTestBox({ clock: Date.now } as never), 'createTestBox does not take the option clock'],
])('an option that does not exist is refused with the one that was meant: %#', async (call, says) => {
  await expect(call()).rejects.toThrow(TypeError)
  await expect(call()).rejects.toThrow(says)
})
