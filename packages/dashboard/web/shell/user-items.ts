import { api } from '../calls/api.ts'
import { failureSentence } from '../calls/failures.ts'
import { forgetUser } from '../calls/forget.ts'
import { isEnding, type Me } from '../calls/session.ts'
import { toast } from '../notices/toasts.ts'
import type { MenuItem } from '../parts/ways/Menu.tsx'
import { mount } from '../place/mount.ts'
import { hrefOf } from '../place/place.ts'
import { leaveUnasked, unsavedDrafts } from '../records/unsaved.ts'
import { endSession } from './end-session.ts'
import { mayLose } from './loss-question.ts'
import { showKeys } from './overlays.ts'

/** What the menu of the user offers. */
export const userItems = (me: Me): readonly MenuItem[] => [
  { label: 'Keys', icon: 'keyboard', keys: '?', run: showKeys },
  ...(me.kind === 'User' ? ([{ label: 'Sign out', icon: 'log-out', run: () => void signOut() }] as const) : []),
]

/** A page that was left is gone after this time. */
const LEFT_MS = 5000

/** Ends the session, and forgets everything that the page holds. */
const signOut = (): Promise<void> =>
  endSession({
    unsaved: unsavedDrafts,
    mayLose,
    logout: () => api.logout({}),
    leave() {
      forgetUser()
      leaveUnasked()
      location.assign(mount.signIn ?? hrefOf('/sign-in'))
    },
    setEnding(isNow) {
      isEnding.value = isNow
    },
    onFailure: (error) => toast(failureSentence(error), { aspect: 'danger' }),
    later: (run) => setTimeout(run, LEFT_MS),
  })
