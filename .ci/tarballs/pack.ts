import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { pack, publishedFolders } from '../readmes/project.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The tarball of each package, by its folder. */
    readonly tarballs: Readonly<Record<string, string>>
  }
}

/** Packs every package once, before the tests. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-tarballs-'))
  const files = await pack(publishedFolders, folder)
  provide('tarballs', Object.fromEntries(publishedFolders.map((name, index) => [name, files[index] as string])))
  return () => rmSync(folder, { recursive: true })
}
