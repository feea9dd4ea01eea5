import { importCounts } from '@signalbox/client'
import { decodeResponse } from '@signalbox/core/wire'
import { fetchApi } from '../../calls/api.ts'
import type { Because } from '../../confirm/because.ts'
import { mount } from '../../place/mount.ts'
import { addressOf } from './transfers.ts'

/** How a file is uploaded. */
export interface UploadOptions extends Because {
  readonly path: string
  readonly strategy: 'Keep' | 'Replace'
  readonly dryRun: boolean
}

/** What an upload has done, or would do. */
export interface UploadResult {
  /** Lines that created or replaced a record. */
  readonly written: number
  /** Lines whose record existed and was left as it is. */
  readonly kept: number
  /** What is wrong, one for each rejected line. */
  readonly problems: readonly string[]
}

interface Answer {
  readonly success: number
  readonly errors: { readonly errors: readonly Problem[] }
}

interface Problem {
  readonly message: string
  readonly args: readonly string[]
}

/** Uploads a file as it is, so that every digit arrives as it was written. Large files are not read into memory. */
export async function uploadFile(file: Blob, options: UploadOptions): Promise<UploadResult> {
  const { path, strategy, dryRun, reason } = options
  const reply = await fetchApi(
    new Request(`${addressOf(mount.apiUrl, path)}?strategy=${strategy}&dryRun=${dryRun}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/nd-json',
        ...(reason !== undefined && { 'X-Change-Reason': encodeURIComponent(reason) }),
      },
      body: file,
    }),
  )
  const answer = (await decodeResponse({ response: {} }, reply)) as Answer
  return {
    written: answer.success,
    kept: importCounts(answer)?.kept ?? 0,
    problems: answer.errors.errors.map(inWords),
  }
}

/** The problem of a line has the number of the line and a sentence. */
const inWords = ({ message, args }: Problem): string =>
  message === 'error.line.invalid' ? `Line ${args.join(': ')}` : [message, ...args].join(' ')
