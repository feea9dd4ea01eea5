import type { Sessions } from '../access/sessions.ts'
import type { Collection } from '../machine/records/collection.ts'
import type { Instance } from '../machine/records/hooks.ts'
import type { Random } from '../ports.ts'
import type { applications } from './application.ts'
import type { ApplicationIntent } from './application-hooks.ts'
import type { PasswordChecks } from './check-passwords.ts'
import type { developers, StoredDeveloper } from './developer.ts'
import type { DeveloperIntent } from './developer-hooks.ts'
import type { Notices } from './notices.ts'
import type { ConsumerRules } from './options.ts'
import type { Tokens } from './tokens.ts'

/** What the operations of consumers share. */
export interface AccountPorts {
  readonly instance: Instance
  readonly random: Random
  readonly rules: ConsumerRules
  readonly people: Collection<typeof developers, DeveloperIntent>
  readonly owned: Collection<typeof applications, ApplicationIntent>
  readonly sessions: Sessions<StoredDeveloper>
  readonly tokens: Tokens
  readonly checks: PasswordChecks
  readonly notices: Notices
}
