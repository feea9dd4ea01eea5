import { showSecret } from '../../../notices/shown-once.ts'

/** Shows a password that was set for somebody else, until it is stored. */
export const showPassword = (
  id: string,
  { password, temporary }: { readonly password: string; readonly temporary: boolean },
): void =>
  showSecret({
    id,
    secret: password,
    member: 'password',
    label: 'password',
    purpose: `The user signs in as ${id} with it${temporary ? ', and must then choose another one' : ''}.`,
  })
