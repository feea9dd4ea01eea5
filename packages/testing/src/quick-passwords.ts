import type { Passwords } from '@signalbox/core'

/** Passwords kept as they are: a suite would else spend its time on hashing. Fit for tests alone. */
export const quickPasswords: Passwords = {
  hash: async (password) => `plain ${password}`,
  verify: async (password, stored) => stored === `plain ${password}`,
}
