import type * as Files from '#files'

/** Loads the page and the table of its files. */
export async function loadFiles(): Promise<typeof Files> {
  try {
    return await import('#files')
  } catch (cause) {
    throw new Error('The files of the dashboard are missing: run `npm run build:page -w @signalbox/dashboard`', {
      cause,
    })
  }
}
