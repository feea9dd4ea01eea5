import type { Passwords } from '@signalbox/core'

/** Stores passwords in plain text, so that suites spend no time on hashing. For tests only. */
export const quickPasswords: Passwords = {
  hash: async (password) => `plain ${password}`,
  verify: async (password, stored) => stored === `plain ${password}`,
}
