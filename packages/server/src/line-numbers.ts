/** Remembers which line of a file each line of an upload was: a few numbers, however many lines there are, as long as they follow one another. */
export function lineNumbers() {
  /** From which line of the upload on how many more lines were before it in the file. */
  const shifts: { readonly from: number; readonly by: number }[] = []
  let count = 0
  return {
    /** The next line of the upload is this line of the file. */
    add(line: number): void {
      count++
      if (shifts.at(-1)?.by !== line - count) shifts.push({ from: count, by: line - count })
    },
    /** The line of the file that a line of the upload was; both from 1. */
    at(position: number): number {
      return position + (shifts.findLast(({ from }) => from <= position)?.by ?? 0)
    },
  }
}
