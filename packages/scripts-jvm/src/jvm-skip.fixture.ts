import { beforeEach, inject } from 'vitest'

/** Skips the tests of a file where there is no Java, or where its jars are not installed. */
const jvm = inject('jvm')
if ('missing' in jvm) beforeEach(({ skip }) => skip(jvm.missing))
