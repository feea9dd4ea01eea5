import { expect, test } from 'vitest'
import { endSession } from './end-session.ts'

/** Ends a session, and records what was called. */
async function end({ unsaved = 0, mayLose = true, logout = async (): Promise<unknown> => undefined } = {}) {
  const calls: string[] = []
  const timers: (() => void)[] = []
  await endSession({
    unsaved: () => unsaved,
    mayLose: async (count) => {
      calls.push(`ask about ${count}`)
      return mayLose
    },
    logout() {
      calls.push('logout')
      return logout()
    },
    leave: () => void calls.push('leave'),
    setEnding: (isEnding) => void calls.push(isEnding ? 'stop' : 'resume'),
    onFailure: () => void calls.push('tell'),
    later: (run) => void timers.push(run),
  })
  return { calls, timers }
}

test('unsaved work is asked about before the session ends; without it, nothing is asked', async () => {
  expect((await end({ unsaved: 2 })).calls).toEqual(['ask about 2', 'stop', 'logout', 'leave'])
  expect((await end({ unsaved: 2, mayLose: false })).calls).toEqual(['ask about 2'])
  expect((await end()).calls).toEqual(['stop', 'logout', 'leave'])
})

test('a page that stays resumes: after a failure, or if it was not left', async () => {
  expect((await end({ logout: () => Promise.reject(new Error('away')) })).calls).toEqual([
    'stop',
    'logout',
    'resume',
    'tell',
  ])
  const { calls, timers } = await end()
  timers[0]!()
  expect(calls.at(-1)).toBe('resume')
})
