const USER = 'signalbox.user'

/** Forgets what this tab keeps of a user: contexts, and what was visited. Preferences belong to the browser and stay. */
export function forgetUser(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith('signalbox.')) sessionStorage.removeItem(name)
}

/** Notes who uses this tab. Returns whether someone else did before, of whom everything is forgotten then. */
export function isAnotherUser(user: string): boolean {
  try {
    const before = sessionStorage.getItem(USER)
    const isOther = before !== null && before !== user
    if (isOther) forgetUser()
    sessionStorage.setItem(USER, user)
    return isOther
  } catch {
    return false // A browser without storage keeps nothing.
  }
}
