import { readFile } from 'node:fs/promises'

/** The fonts of the pages in WOFF2, by name, in Base64. Sources read the files of the dashboard; the build has them as texts. */
export const fonts: Readonly<Record<string, string>> = {
  'public-sans.woff2': await read('public-sans.woff2'),
  'overpass-mono.woff2': await read('overpass-mono.woff2'),
}

function read(name: string): Promise<string> {
  return readFile(new URL(`../../dashboard/web/styles/fonts/${name}`, import.meta.url), 'base64')
}
