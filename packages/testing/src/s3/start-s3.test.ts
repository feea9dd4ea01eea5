import { AwsClient } from 'aws4fetch'
import { expect, it, onTestFinished } from 'vitest'
import { startS3 } from './start-s3.ts'

const key = { accessKeyId: 'test', secretAccessKey: 'the secret of tests' }
const signed = { service: 's3', region: 'us-east-1', retries: 0 }

async function start(bucket = 'flags') {
  const s3 = await startS3({ ...key, bucket })
  onTestFinished(() => s3.close())
  const at = `${s3.endpoint}/${bucket}`
  const client = new AwsClient({ ...key, ...signed })
  return {
    s3,
    at,
    async call(
      method: string,
      path: string,
      { client: by = client, ...init }: RequestInit & { client?: AwsClient } = {},
    ) {
      const response = await by.fetch(`${at}/${path}`, { method, ...init })
      return { status: response.status, text: await response.text(), etag: response.headers.get('ETag') ?? '' }
    },
  }
}

it('objects are written, read, listed and deleted', async () => {
  const { call } = await start()
  for (const name of ['b/2 & 3', 'a/1', "b/o'neil (old)*!", 'b/10'])
    expect(await call('PUT', name, { body: name })).toMatchObject({ status: 200 })
  expect(await call('GET', 'b/2 & 3')).toMatchObject({ status: 200, text: 'b/2 & 3' })
  const keysOf = ({ text }: { text: string }) => Array.from(text.matchAll(/<Key>(.*?)<\/Key>/g), ([, found]) => found)
  expect(keysOf(await call('GET', '?list-type=2&prefix=b%2F'))).toEqual(['b/10', 'b/2 &amp; 3', "b/o'neil (old)*!"])
  const page = await call('GET', '?list-type=2&max-keys=2&start-after=a%2F1')
  expect(keysOf(page)).toEqual(['b/10', 'b/2 &amp; 3'])
  expect(page.text).toContain('<IsTruncated>true</IsTruncated>')
  expect(await call('DELETE', 'b/10')).toMatchObject({ status: 204 })
  expect(await call('GET', 'b/10')).toMatchObject({ status: 404, text: expect.stringContaining('NoSuchKey') })
})

it('conditions on the ETag hold', async () => {
  const { call } = await start()
  const put = (headers: Record<string, string>, body: string) => call('PUT', 'one', { headers, body })
  expect(await put({ 'If-Match': '"none"' }, 'x')).toMatchObject({ status: 404 })
  const first = await put({ 'If-None-Match': '*' }, '1')
  expect(first).toMatchObject({ status: 200 })
  expect(await put({ 'If-None-Match': '*' }, '2')).toMatchObject({ status: 412 })
  expect(await put({ 'If-Match': '"other"' }, '2')).toMatchObject({ status: 412 })
  expect(await call('GET', 'one', { headers: { 'If-None-Match': first.etag } })).toMatchObject({ status: 304 })
  const second = await put({ 'If-Match': first.etag }, '2')
  expect(second).toMatchObject({ status: 200 })
  expect(await call('GET', 'one', { headers: { 'If-None-Match': first.etag } })).toMatchObject({
    status: 200,
    text: '2',
  })
})

it.each([
  ['unsigned', () => ({ fetch: fetch as never })],
  ['signed with another secret', () => new AwsClient({ ...key, ...signed, secretAccessKey: 'another' })],
  ['of another key', () => new AwsClient({ ...key, ...signed, accessKeyId: 'other' })],
  ['signed for another region', () => new AwsClient({ ...key, ...signed, region: 'eu-west-1' })],
  ['signed for another service', () => new AwsClient({ ...key, ...signed, service: 'sqs' })],
])('requests that are %s get 403', async (_, client) => {
  const { call, s3 } = await start()
  expect(await call('PUT', 'one', { body: '1', client: client() as AwsClient })).toMatchObject({ status: 403 })
  expect(s3.objects.size).toBe(0)
})

it('requests whose target, headers or body differ from what was signed get 403', async () => {
  const { at, call } = await start()
  const headers = { 'X-Amz-Content-Sha256': '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b' }
  const request = await new AwsClient({ ...key, ...signed }).sign(`${at}/one`, { method: 'PUT', body: '1', headers })
  const send = async (path: string, body: string, more: Record<string, string> = {}) => {
    const { status } = await fetch(`${at}/${path}`, {
      method: 'PUT',
      headers: { ...Object.fromEntries(request.headers), ...more },
      body,
    })
    return status
  }
  expect(await send('two', '1')).toBe(403)
  expect(await send('one', '2')).toBe(403)
  expect(await send('one?x=1', '1')).toBe(403)
  expect(await send('one', '1', { 'X-Amz-Acl': 'public-read' })).toBe(403)
  expect(await send('one', '1')).toBe(200)
  expect(await call('GET', 'one')).toMatchObject({ text: '1' })
})

it('requests of an hour ago get 403', async () => {
  const { call, s3 } = await start()
  const late = await startS3({ ...key, bucket: 'flags', clock: () => Date.now() + 60 * 60_000 })
  onTestFinished(() => late.close())
  const response = await new AwsClient({ ...key, ...signed }).fetch(`${late.endpoint}/flags/one`)
  expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('RequestTimeTooSkewed')])
  expect(await call('GET', 'one')).toMatchObject({ status: 404 })
  expect(s3.requests).toEqual(['GET one 404'])
})

it('faults lose requests, lose answers, and fail', async () => {
  const { call, s3 } = await start()
  s3.fault = () => 'lost'
  await expect(call('PUT', 'one', { body: '1' })).rejects.toThrow()
  expect(s3.objects.size).toBe(0)
  s3.fault = () => 'unanswered'
  await expect(call('PUT', 'one', { body: '1' })).rejects.toThrow()
  expect(s3.objects.size).toBe(1)
  s3.fault = () => 503
  expect(await call('GET', 'one')).toMatchObject({ status: 503 })
})
