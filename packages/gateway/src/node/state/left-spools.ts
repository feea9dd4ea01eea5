import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The file of a spool of one of the processes that share a folder. */
export const spoolFile = (name: string, place: number): string => `${name}${place === 0 ? '' : `-${place}`}.spool`

/** The spools of processes that there are no more, because now only `count` share the folder. */
export async function leftSpools(folder: string, { name, count }: { name: string; count: number }): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => {
      const place = placeOf(file)
      return place !== undefined && place >= count && file === spoolFile(name, place)
    })
    .map((file) => join(folder, file))
}

/** Whether a file is that of a process other than the first. */
export const isOfOther = (file: string): boolean => placeOf(file) !== undefined

function placeOf(file: string): number | undefined {
  const [, place] = /-([1-9]\d{0,3})\.spool/.exec(file) ?? []
  return place === undefined ? undefined : Number(place)
}
