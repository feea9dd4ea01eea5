import type { BucketOptions } from '@signalbox/sinks/s3'
import type { Settings } from '../settings/settings.ts'

/**
 * How to reach a bucket, according to the settings. Rejects with an `Error` that names the setting or the package if one is
 * missing.
 */
export async function bucketAt(url: string, settings: Settings): Promise<BucketOptions> {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey, s3SessionToken: sessionToken } = settings
  const { s3Region: region, s3Endpoint, s3PathStyle } = settings
  if (accessKeyId === '' || secretAccessKey === '')
    throw new Error(`The credentials for ${url} are missing: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`)
  const { AwsClient } = await import('aws4fetch').catch((cause) => {
    throw new Error(`${url} needs the package aws4fetch: npm install aws4fetch`, { cause })
  })
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken !== '' && { sessionToken }) }
  return {
    url,
    region,
    client: new AwsClient({ ...credentials, region, service: 's3', retries: RETRIES }),
    ...(s3Endpoint !== '' && { endpoint: s3Endpoint }),
    ...(s3PathStyle !== 'auto' && { pathStyle: s3PathStyle === 'on' }),
  }
}

/** Requests that fail with 5xx or 429 are repeated, for about half a second. */
const RETRIES = 3
