/**
 * nginx as a proxy on 127.0.0.1 in front of the backend on a port, in one process; the second argument is what else it
 * does: `gzip` or `cache`. Answers each question with its port and its CPU time, which the system counts in hundredths of
 * a second.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerWith } from '../../child.ts'

const [backend = '0', work = 'none'] = process.argv.slice(2)

/** Directives by what nginx does beside forwarding. */
const directives: Readonly<Record<string, string>> = {
  none: '',
  gzip: 'gzip on; gzip_proxied any; gzip_types application/json; gzip_comp_level 6;',
  cache: 'proxy_cache all; proxy_cache_valid 200 1h;',
}

const port = await new Promise<number>((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address() as { port: number }
    probe.close(() => resolve(free))
  })
})

const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
writeFileSync(
  join(folder, 'nginx.conf'),
  `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 10000000;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  proxy_cache_path ${folder}/cache keys_zone=all:1m;
  upstream backend { server 127.0.0.1:${backend}; keepalive 64; keepalive_requests 10000000; }
  server {
    listen 127.0.0.1:${port};
    location / { ${directives[work]} proxy_pass http://backend; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}`,
)
const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: 'ignore' })
const stop = (): void => {
  nginx.kill()
  rmSync(folder, { recursive: true, force: true })
}
process.on('exit', stop)
process.on('SIGTERM', () => process.exit())

/** Resolves when nginx accepts connections. */
async function isUp(): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nginx does not start')
}
const up = isUp()

/** User and system time of the process in microseconds, from the fields 14 and 15 of its `stat` (proc(5)). */
function cpu() {
  const fields = readFileSync(`/proc/${nginx.pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const [user = 0, system = 0] = [fields[11], fields[12]].map((ticks) => Number(ticks) * 10_000)
  return { user, system }
}

answerWith(async () => {
  await up
  return { port, cpu: cpu() }
})
