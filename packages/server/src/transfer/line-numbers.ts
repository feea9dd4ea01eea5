/** Line numbers of an upload, and those that the same lines have in a file. Both start at 1. */
export interface LineNumbers {
  /** Records that the next line of the upload is this line of the file. */
  add(line: number): void
  /** Returns the file's line number for a line of the upload. */
  at(position: number): number
}

/** Maps line numbers of an upload to line numbers of its file. Memory grows only with the gaps between uploaded lines. */
export function lineNumbers(): LineNumbers {
  /** Offsets: from line `from` of the upload on, the file's line number is `by` greater. */
  const shifts: { readonly from: number; readonly by: number }[] = []
  let count = 0
  return {
    add(line) {
      count++
      if (shifts.at(-1)?.by !== line - count) shifts.push({ from: count, by: line - count })
    },
    at: (position) => position + (shifts.findLast(({ from }) => from <= position)?.by ?? 0),
  }
}
