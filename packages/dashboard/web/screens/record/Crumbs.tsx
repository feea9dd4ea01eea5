import { Fragment } from 'preact'
import { Link } from '../../parts/ways/Link.tsx'

interface CrumbsProps {
  readonly id: string
  /** The list that the segments lead to, such as `/features`. */
  readonly list: string
}

/** An id whose segments lead to the records below them. Breaks lines at colons. */
export function Crumbs({ id, list }: CrumbsProps) {
  const segments = id.split(':')
  return (
    <bdi>
      {segments.map((segment, index) => {
        const prefix = segments.slice(0, index + 1).join(':')
        const isLast = index === segments.length - 1
        return (
          <Fragment key={prefix}>
            {isLast ? segment : <Link to={`${list}?q=${encodeURIComponent(`${prefix}:`)}`}>{segment}</Link>}
            {!isLast && (
              <>
                :<wbr />
              </>
            )}
          </Fragment>
        )
      })}
    </bdi>
  )
}
