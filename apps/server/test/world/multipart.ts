import { randomBytes } from 'node:crypto'

export interface FormFile {
  field: string
  name: string
  type: string
  data: Buffer | string
}

export interface FormField {
  name: string
  value: string
}

/** A form as bytes, with its parts in this order. */
export function multipart(parts: readonly (FormFile | FormField)[]): { payload: Buffer; contentType: string } {
  const boundary = `----guiche${randomBytes(8).toString('hex')}`
  const payload = Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), ...bytesOf(part), Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return { payload, contentType: `multipart/form-data; boundary=${boundary}` }
}

function bytesOf(part: FormFile | FormField): Buffer[] {
  if ('value' in part) return [Buffer.from(`content-disposition: form-data; name="${part.name}"\r\n\r\n${part.value}`)]
  const { field, name, type, data } = part
  return [
    Buffer.from(`content-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`),
    Buffer.from(data),
  ]
}
