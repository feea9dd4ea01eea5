import type { RecordOf } from '../../kinds/kinds.ts'

/** The members of an API that say where it answers. */
export type Exposed = Pick<RecordOf<'apis'>, 'domain' | 'context_path'>

/** The domain of an API without a scheme; empty: any domain. */
export const domainOf = ({ domain = '' }: Exposed): string => domain.replace(/^[a-z][a-z\d+.-]*:\/\//i, '')

/** Joins the parts of an address with single slashes, without one at the end. */
export const joined = (...parts: readonly string[]): string => {
  const [first = '', ...rest] = parts
  const path = rest
    .join('/')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  return first.replace(/\/$/, '') + (path === '' || path.startsWith('/') ? path : `/${path}`)
}

/** Where an API answers: `api.shop.example/billing`, or a path such as `/billing` on every domain. */
export const addressOf = (api: Exposed): string => joined(domainOf(api), api.context_path ?? '') || '/'
