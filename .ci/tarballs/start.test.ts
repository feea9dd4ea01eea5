import { inject } from 'vitest'
import { describeStart } from '../readmes/describe-start.ts'
import { emptyProject } from '../readmes/project.ts'

// A newcomer's folder: nothing but what the lines of the pages put there.
describeStart(() => emptyProject(inject('tarballs')))
