/** The parts of an API by what they show: the longest JSON Pointer that leads to a problem decides. */
const shownIn = [
  ['/routes', 'routes'],
  ['/backends', 'backends'],
  ['/clients_backend_config', 'backends'],
  ['/flows', 'flows'],
  ['/documentation', 'documentation'],
  ['/documentation/plans', 'plans'],
  ['/clients', 'clients'],
  ['/testing', 'testing'],
  ['/domain', 'exposition'],
  ['/context_path', 'exposition'],
] as const

/** The id of the part that shows a member of an API, by its JSON Pointer; `undefined` if none does. */
export function partOf(pointer: string): string | undefined {
  const found = shownIn.filter(([start]) => pointer === start || pointer.startsWith(`${start}/`))
  return found.sort(([one], [other]) => other.length - one.length)[0]?.[1]
}
