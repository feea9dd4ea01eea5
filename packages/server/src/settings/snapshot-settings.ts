import { oneOf, settingIn, textOrVariable, textThat } from './setting.ts'

const isAny = () => true

const setting = settingIn('snapshots')

/** The settings of snapshots, and of the buckets that they are in. */
export const snapshotSettings = {
  snapshotTo: setting({
    initial: '',
    about: 'Bucket of S3 that gets a snapshot of all records each minute if something has changed',
    allowed: 's3://BUCKET or s3://BUCKET/PREFIX',
    read: textThat((text) => text === '' || /^s3:\/\/./.test(text)),
  }),
  snapshotKey: setting({
    initial: '',
    about: 'Key that encrypts the secrets in snapshots and authenticates them',
    more: 'Readers need the same one',
    allowed: 'a random text of at least 32 characters, or $NAME for that of a variable',
    secret: true,
    read: textOrVariable((key) => key === '' || key.length >= 32),
  }),
  s3Endpoint: setting({
    variable: 'AWS_ENDPOINT_URL_S3',
    initial: '',
    about: 'Address of a store that is compatible with S3; without it, that of AWS',
    allowed: 'a URL such as https://minio.example.com',
    read: textThat((text) => text === '' || (/^https?:\/\/./.test(text) && URL.canParse(text))),
  }),
  s3Region: setting({
    variable: 'AWS_REGION',
    initial: 'us-east-1',
    about: 'Region of buckets of S3',
    allowed: 'the name of a region, such as eu-west-1',
    read: textThat((text) => /^[\w-]{1,64}$/.test(text)),
  }),
  s3AccessKeyId: setting({
    variable: 'AWS_ACCESS_KEY_ID',
    initial: '',
    about: 'Id of the access key for buckets of S3',
    allowed: 'a text, or $NAME for that of a variable',
    read: textOrVariable(isAny),
  }),
  s3SecretAccessKey: setting({
    variable: 'AWS_SECRET_ACCESS_KEY',
    initial: '',
    about: 'Secret of that access key',
    allowed: 'a text, or $NAME for that of a variable',
    secret: true,
    read: textOrVariable(isAny),
  }),
  s3SessionToken: setting({
    variable: 'AWS_SESSION_TOKEN',
    initial: '',
    about: 'Token of temporary credentials for buckets of S3',
    allowed: 'a text, or $NAME for that of a variable',
    secret: true,
    read: textOrVariable(isAny),
  }),
  s3PathStyle: setting<'auto' | 'on' | 'off'>({
    initial: 'auto',
    about: 'Whether buckets are in the path of URLs instead of the host',
    more: 'With auto, they are if there is an endpoint',
    allowed: 'auto, on or off',
    read: oneOf('auto', 'on', 'off'),
  }),
} as const
