/** Whether a text is the address of a bucket, such as `s3://bucket/prefix`. */
export const isBucket = (text: string): boolean => text.startsWith('s3://')
