import { api } from '../api.ts'
import { forgetUser } from '../forget.ts'
import { mount } from '../mount.ts'
import { failureSentence } from '../parts/failures.ts'
import type { MenuItem } from '../parts/Menu.tsx'
import { hrefOf } from '../place.ts'
import type { Me } from '../session.ts'
import { isEnding } from '../session.ts'
import { toast } from '../toasts.ts'
import { showKeys } from './overlays.ts'

/** What the menu of the user offers. */
export const userItems = (me: Me): readonly MenuItem[] => [
  { label: 'Keys', icon: 'keyboard', keys: '?', run: showKeys },
  ...(me.kind === 'User' ? ([{ label: 'Sign out', icon: 'log-out', run: () => void signOut() }] as const) : []),
]

/** Ends the session, and forgets everything that the page holds. */
async function signOut(): Promise<void> {
  isEnding.value = true
  try {
    await api.logout({})
    forgetUser()
    location.assign(mount.signIn ?? hrefOf('/sign-in'))
  } catch (error) {
    isEnding.value = false
    toast(failureSentence(error), { aspect: 'danger' })
  }
}
