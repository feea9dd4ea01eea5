/** What the build generates of the page: see `build/write-modules.ts`. */

/** The page, with `<!--head-->` and `<!--body-->` where the options belong. */
export const template: string

/** The files below `assets/`, by name. */
export const assets: ReadonlyMap<string, Asset>

export interface Asset {
  /** Its content type. */
  readonly type: string
  /** Whether its bytes are compressed with gzip. */
  readonly gzip: boolean
  /** Loads its bytes, in base64. */
  readonly load: () => Promise<string>
}
