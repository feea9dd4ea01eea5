/** Signs a user in, and asks for a password of one's own if theirs is temporary. */
export function SignIn() {
  return <h1>Sign in</h1>
}
