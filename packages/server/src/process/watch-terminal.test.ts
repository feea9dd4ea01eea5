import { expect, it } from 'vitest'
import { watchTerminal } from './watch-terminal.ts'

it('a process that writes to a terminal loses it when the terminal is closed', () => {
  const terminals = new Set([2])
  const hasLost = watchTerminal((fd) => terminals.has(fd))
  expect(hasLost()).toBe(false)
  terminals.delete(2)
  expect(hasLost()).toBe(true)
})

it('a process that writes to files has no terminal to lose, as with nohup', () => {
  const terminals = new Set([0])
  const hasLost = watchTerminal((fd) => terminals.has(fd))
  terminals.delete(0)
  expect(hasLost()).toBe(false)
})
