import { randomBytes } from 'node:crypto'

export interface FormFile {
  field: string
  name: string
  type: string
  data: Buffer | string
}

/** A form as bytes: fields, then files. */
export function multipart(fields: Record<string, string>, files: FormFile[]): { payload: Buffer; contentType: string } {
  const boundary = `----guiche${randomBytes(8).toString('hex')}`
  const parts: Buffer[] = []
  for (const [name, value] of Object.entries(fields))
    parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`))
  for (const { field, name, type, data } of files) {
    parts.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      Buffer.from(data),
      Buffer.from('\r\n'),
    )
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { payload: Buffer.concat(parts), contentType: `multipart/form-data; boundary=${boundary}` }
}
