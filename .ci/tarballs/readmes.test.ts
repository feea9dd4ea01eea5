import { inject } from 'vitest'
import { describeReadmes, driverPackages, guidePackages } from '../readmes/describe-readmes.ts'
import { tarballProject } from '../readmes/project.ts'

const others = [
  ...['hono', 'pg', '@openfeature/server-sdk', '@openfeature/core', 'vitest'],
  ...['@opentelemetry/api', '@opentelemetry/context-async-hooks', '@opentelemetry/sdk-trace-base'],
  ...['@modelcontextprotocol/client', ...driverPackages],
]

describeReadmes(() => tarballProject(Object.values(inject('tarballs')), [...others, ...guidePackages]))
