import type { ChangeEvent } from '@signalbox/core/contract'
import { may } from '../../calls/session.ts'
import { kindOf, pathOf } from '../../kinds/kinds.ts'
import { authorOf } from '../../log/author.ts'
import { Link } from '../ways/Link.tsx'

/** The author of an event. Leads to the user or the key, where the caller may read it. */
export function Author({ event: { authInfo } }: { readonly event: ChangeEvent }) {
  const { name, means } = authorOf(authInfo)
  const path = authInfo && screenOfAuthor(authInfo)
  const text = <bdi title={means}>{name}</bdi>
  return path === undefined ? (
    <span class="author">{text}</span>
  ) : (
    <Link class="author" to={path}>
      {text}
    </Link>
  )
}

/** The kinds of authors are the domains of users and keys. */
function screenOfAuthor({ kind: domain, id }: NonNullable<ChangeEvent['authInfo']>): string | undefined {
  if (domain !== 'User' && domain !== 'ApiKey') return undefined
  const kind = kindOf(domain)
  return kind && may('R', domain, id) ? pathOf(kind, id) : undefined
}
