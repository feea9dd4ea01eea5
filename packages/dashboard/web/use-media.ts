import { useEffect, useState } from 'preact/hooks'

/** Whether a media query matches, such as `(min-width: 960px)`. */
export function useMedia(query: string): boolean {
  const [isMatch, setMatch] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const follow = () => setMatch(list.matches)
    follow()
    list.addEventListener('change', follow)
    return () => list.removeEventListener('change', follow)
  }, [query])
  return isMatch
}
