import { askPassword } from '../passwords/ask-password.ts'
import { randomPassword } from '../passwords/first-start.ts'
import { findUser, nobodySentence, setPassword } from '../passwords/set-password.ts'
import type { Run } from './command.ts'
import { onStore } from './on-store.ts'

/** `signalbox passwd`: a new password for a user. */
export const runPasswd: Run = onStore(async (box, file, { generate = false, settings: { adminUser, store } }) => {
  const user = file ?? adminUser
  if (store === 'memory:') throw new Error(inMemory)
  if (!(await findUser(box, user))) throw new Error(await nobodySentence(box, user))
  const password = generate ? randomPassword() : await askPassword(user, process.stdin, process.stderr)
  await setPassword(box, user, { password, temporary: generate })
  const told = generate ? `is ${password} and must be changed after the first login` : 'has been changed'
  console.log(`The password of ${user} ${told}. All sessions of ${user} have ended.`)
  return true
}, 'signalbox passwd')

const inMemory =
  'passwd requires a persistent store, because the users of memory: exist only in the running server: set SIGNALBOX_STORE'
