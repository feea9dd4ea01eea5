import { describe, expect, it } from 'vitest'
import { parseRequest } from './parse-request.ts'

/** The request as a line and header lines, then notes. */
function read(text: string): readonly string[] {
  const found = parseRequest(text)
  if (!found) return ['nothing']
  if ('problem' in found) return [found.problem]
  const { method, url, headers } = found.request
  return [`${method} ${url}`, ...headers.map(({ name, value }) => `${name}: ${value}`), ...found.notes]
}

describe('a curl command', () => {
  it.each<[command: string, ...lines: string[]]>([
    ['curl https://api.example/a', 'GET https://api.example/a'],
    ['curl api.example/a?b=1&c=2', 'GET http://api.example/a?b=1&c=2'],
    ['$ curl -sSL --compressed https://api.example/a', 'GET https://api.example/a'],
    ["curl 'https://api.example/a#part' | jq .", 'GET https://api.example/a'],
    ['curl -X DELETE https://api.example/a', 'DELETE https://api.example/a'],
    ['curl -XPUT https://api.example/a', 'PUT https://api.example/a'],
    ['curl -sXPATCH --url https://api.example/a', 'PATCH https://api.example/a'],
    ['curl --request OPTIONS -- https://api.example/a', 'OPTIONS https://api.example/a'],
    ['curl -I https://api.example/a', 'HEAD https://api.example/a'],
    ['curl -sI https://api.example/a', 'HEAD https://api.example/a'],
    ['curl -T file https://api.example/a', 'PUT https://api.example/a'],
    ['curl -o out.html --max-time 5 https://api.example/a', 'GET https://api.example/a'],
    ['curl --resolve a:443:127.0.0.1 https://a/', 'GET https://a/'],
    ["curl -H 'X-Beta: yes' -HAccept:text/html https://a/", 'GET https://a/', 'X-Beta: yes', 'Accept: text/html'],
    ["curl -H 'X-Empty;' -H 'Accept:' https://a/", 'GET https://a/', 'X-Empty: '],
    ['curl -d a=1 https://a/', 'POST https://a/', 'Content-Type: application/x-www-form-urlencoded'],
    ['curl --data-raw @a -H "content-type: text/plain" https://a/', 'POST https://a/', 'content-type: text/plain'],
    ['curl -X PUT --data-binary @file https://a/', 'PUT https://a/', 'Content-Type: application/x-www-form-urlencoded'],
    ['curl --json {} https://a/', 'POST https://a/', 'Accept: application/json', 'Content-Type: application/json'],
    ['curl -F a=@b https://a/', 'POST https://a/', 'Content-Type: multipart/form-data'],
    ["curl -G -d a=1 --data-urlencode 'q=x y&z' https://a/b", 'GET https://a/b?a=1&q=x%20y%26z'],
    ['curl -G -d b=2 https://a/?a=1', 'GET https://a/?a=1&b=2'],
    ['curl -I -G -d b=2 https://a/', 'HEAD https://a/?b=2'],
    ['curl -u ada:päss https://a/', 'GET https://a/', 'Authorization: Basic YWRhOnDDpHNz'],
    ['curl https://ada:p%40ss@a/b', 'GET https://a/b', 'Authorization: Basic YWRhOnBAc3M='],
    ["curl -u a:b -H 'authorization: Bearer t' https://a/", 'GET https://a/', 'authorization: Bearer t'],
    ['curl --oauth2-bearer t https://a/', 'GET https://a/', 'Authorization: Bearer t'],
    [
      'curl -b a=1 -b b=2 -A me -e https://from/ https://a/',
      'GET https://a/',
      'Cookie: a=1; b=2',
      'User-Agent: me',
      'Referer: https://from/',
    ],
    ['curl -b jar https://a/', 'GET https://a/', 'Cookies in files are not read.'],
    [
      'curl -H @file https://a/ https://b/',
      'GET https://a/',
      'The command has several URLs: the first is used.',
      'Files are not read: @file.',
    ],
    ['curl -v', 'The command has no URL.'],
    ["curl 'https://a/", 'A quote is not closed.'],
  ])('%s', (command, ...lines) => {
    expect(read(command)).toEqual(lines)
  })

  it.each<[command: string, header: string]>([
    [`curl -H 'X: it'"'"'s' https://a/`, "it's"],
    [`curl -H "X: a \\"b\\" \\$c \\d" https://a/`, 'a "b" $c \\d'],
    [`curl -H X:\\ a\\ b https://a/`, 'a b'],
    [`curl -H $'X: a\\tb\\'c\\x41\\u00e9\\U0001f600\\101' https://a/`, "a\tb'cAé😀A"],
    [`curl https://a/ \\\n  -H 'X: next line'`, 'next line'],
    [`curl https://a/ \\\r\n  -H 'X: next line'\ncurl https://b/`, 'next line'],
    ['curl https://a/ -H "X: $TOKEN"', '$TOKEN'],
  ])('is quoted as in bash: %j', (command, value) => {
    expect(read(command)).toEqual(['GET https://a/', `X: ${value}`])
  })
})

describe('a raw request', () => {
  it.each<[text: string, ...lines: string[]]>([
    ['GET /a?b=1', 'GET /a?b=1'],
    ['post https://api.example/a HTTP/1.1', 'POST https://api.example/a'],
    [
      'GET /a HTTP/1.1\r\nHost: api.example\r\nX-A:  b: c \r\n\r\nX-Body: no',
      'GET /a',
      'Host: api.example',
      'X-A: b: c',
    ],
    ['GET /a\nno header', 'GET /a', 'This line is no header: no header'],
    ['OPTIONS *', 'OPTIONS *'],
  ])('%j', (text, ...lines) => {
    expect(read(text)).toEqual(lines)
  })

  it.each(['get features', 'GET', '/a', 'https://api.example/a', 'curly', '{"id":"a"}', 'GET /a /b'])(
    'is not %j',
    (text) => {
      expect(read(text)).toEqual(['nothing'])
    },
  )
})

it('is read from texts that are long or have halves of characters', () => {
  expect(read("curl -G https://a/ --data-urlencode $'q=\\ud800x'")).toEqual(['GET https://a/?q=%EF%BF%BDx'])
  const [, header = ''] = read(`curl https://a/ -u 'ada:${'x'.repeat(300_000)}'`)
  expect(header).toHaveLength('Authorization: Basic '.length + 400_008)
})
