/** What ending a session does. */
export interface EndSession {
  /** How many drafts are not saved. */
  unsaved(): number
  /** Asks whether unsaved drafts may be lost. */
  mayLose(unsaved: number): Promise<boolean>
  logout(): Promise<unknown>
  /** Leaves the page, which does not ask again. */
  leave(): void
  /** Stops and resumes what the page asks in the background. */
  setEnding(isEnding: boolean): void
  onFailure(error: unknown): void
  /** Calls back once the page would be gone, if it had been left. */
  later(run: () => void): void
}

/** Signs out. Unsaved work is asked about first, while the session still can save it. */
export async function endSession(ports: EndSession): Promise<void> {
  const { unsaved, mayLose, logout, leave, setEnding, onFailure, later } = ports
  if (unsaved() > 0 && !(await mayLose(unsaved()))) return
  setEnding(true)
  try {
    await logout()
    leave()
    later(() => setEnding(false))
  } catch (error) {
    setEnding(false)
    onFailure(error)
  }
}
