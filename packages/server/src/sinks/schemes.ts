import type { Scheme } from './driver.ts'

/** The drivers by the schemes of their addresses. */
export const schemes: Readonly<Record<string, Scheme>> = {
  s3: {
    packages: ['aws4fetch'],
    options: [],
    load: async () => (await import('./s3.ts')).openS3(),
  },
}
