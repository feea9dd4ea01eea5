/** A list of statuses as text, with ranges: `200-399, 404`. */
export function statusText(statuses: readonly number[] = []): string {
  const ranges: [number, number][] = []
  for (const status of [...new Set(statuses)].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === status - 1) last[1] = status
    else ranges.push([status, status])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}

/** Reads statuses and ranges of them; a sentence if the text has something else. Empty: none. */
export function readStatuses(text: string): number[] | string {
  const found: number[] = []
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [, first, last = first] = /^(\d{3})(?:[-–](\d{3}))?$/.exec(part) ?? []
    if (first === undefined) return `${part} is not a status: write 404, or 500-504`
    const [from, to] = [Number(first), Number(last)]
    if (from < 100 || to > 599 || from > to) return `${part} is not a range of statuses from 100 to 599`
    for (let status = from; status <= to; status++) found.push(status)
  }
  return found
}
