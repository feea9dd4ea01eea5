/** The caller, this page and this box. */
export function Settings() {
  return <h1>Settings</h1>
}
