import { expect, it } from 'vitest'
import { createTestBox } from './create-test-box.ts'

it.each<[call: () => Promise<unknown>, says: string]>([
  [async () => createTestBox({ sed: 2 } as never), 'createTestBox does not take the option sed (did you mean seed?)'],
  [async () => createTestBox({ clock: Date.now } as never), 'createTestBox does not take the option clock'],
])('an unknown option is rejected with a suggestion: %#', async (call, says) => {
  await expect(call()).rejects.toThrow(TypeError)
  await expect(call()).rejects.toThrow(says)
})
