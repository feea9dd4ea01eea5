/** The form of `NO_STRATEGY`, which has no parameters. */
export function AlwaysForm() {
  return <p class="muted">Everybody gets it while it is enabled. There is nothing else to set.</p>
}
