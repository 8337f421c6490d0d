import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@guiche/contract'
import type { FastifyRequest } from 'fastify'
import { type DiskRoom, type Reservation, isDiskFull, noRoom } from '../files/disk-room.ts'
import { AppError, badRequest } from '../errors.ts'
import { type Sender, createFormsAtOnce } from './guards/forms-at-once.ts'

export interface UploadedFile {
  field: string
  /** The sender's name for it: only to be displayed. */
  name: string
  declaredType: string
  path: string
  bytes: number
  sha256: Buffer
}

export interface Form {
  fields: Record<string, string | string[]>
  files: UploadedFile[]
  /** Call it when the form has been handled: its files are removed, and it no longer counts for its sender's limit. */
  close(): Promise<void>
}

export interface Uploads {
  /** `repeated`: the fields that may come several times; each is a list. */
  receive(request: FastifyRequest, sender: Sender, repeated?: readonly string[]): Promise<Form>
}

/**
 * Receives forms with files into a temporary folder. A form is received whole before it is handled, because text fields
 * may follow the files.
 */
export function createUploads(folder: string, room: DiskRoom): Uploads {
  const atOnce = createFormsAtOnce()
  return { receive }

  async function receive(request: FastifyRequest, sender: Sender, repeated: readonly string[] = []): Promise<Form> {
    const leave = atOnce.enter(sender)
    try {
      const form = await receiveWithRoom(request, repeated)
      return { ...form, close: () => discard(form.files).finally(leave) }
    } catch (error) {
      leave()
      throw error
    }
  }

  async function receiveWithRoom(request: FastifyRequest, repeated: readonly string[]): Promise<ReceivedForm> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const reservation = await room.reserve(lengthOf(request) ?? 0)
    try {
      return await parse(request, reservation, repeated)
    } finally {
      reservation.release()
    }
  }

  async function parse(
    request: FastifyRequest,
    reservation: Reservation,
    repeated: readonly string[],
  ): Promise<ReceivedForm> {
    const fields: Record<string, string | string[]> = Object.create(null)
    const files: UploadedFile[] = []
    let letters = 0
    try {
      // The parser listens for the end of a request, and would wait for ever if that has passed.
      if (request.raw.destroyed) throw invalidForm()
      for await (const part of request.parts({
        limits: {
          fileSize: limits.document,
          files: limits.filesPerSend,
          fields: 200,
          fieldSize: limits.json,
          headerPairs: 50,
        },
      })) {
        // A part may lack a name, although the library's types say otherwise.
        if (!part.fieldname || part.fieldname in Object.prototype) throw invalidForm('fieldName')
        if (part.type === 'file') {
          files.push(await save(part, reservation, limits.uploadsPerDay - totalOf(files)))
          continue
        }
        const text = textOf(part.value)
        letters += part.fieldname.length + text.length
        if (part.valueTruncated || letters > limits.json) throw new AppError('ERR_TEXT_TOO_LARGE', 413)
        fields[part.fieldname] = repeated.includes(part.fieldname) ? [fields[part.fieldname] ?? [], text].flat() : text
      }
      return { fields: { ...fields }, files }
    } catch (error) {
      throwRestAway(request)
      await discard(files)
      throw translated(error)
    }
  }

  async function save(part: FilePart, reservation: Reservation, most: number): Promise<UploadedFile> {
    const path = join(folder, randomBytes(16).toString('hex'))
    const hash = createHash('sha256')
    let bytes = 0
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        hash.update(chunk)
        bytes += chunk.length
        if (bytes > most) return next(new AppError('ERR_FILE_TOO_LARGE', 413))
        reservation.use(chunk.length).then(() => next(null, chunk), next)
      },
    })
    try {
      await pipeline(part.file, measure, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
      if (part.file.truncated) throw new AppError('ERR_FILE_TOO_LARGE', 413)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return {
      field: part.fieldname,
      name: part.filename,
      declaredType: part.mimetype,
      path,
      bytes,
      sha256: hash.digest(),
    }
  }

  async function discard(files: readonly UploadedFile[]) {
    await Promise.all(files.map((file) => rm(file.path, { force: true })))
  }
}

type ReceivedForm = Pick<Form, 'fields' | 'files'>

/** The parser would keep the fields that still come in memory until the form ends. */
function throwRestAway({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}

/** Browsers write line breaks of form fields as CRLF. A field that is declared as JSON arrives as something else. */
function textOf(value: unknown): string {
  if (typeof value !== 'string') throw invalidForm()
  return value.replaceAll('\r\n', '\n')
}

interface FilePart {
  fieldname: string
  filename: string
  mimetype: string
  file: NodeJS.ReadableStream & { truncated?: boolean }
}

const totalOf = (files: readonly UploadedFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Content length; undefined for a chunked body. */
export function lengthOf({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const bytes = Number(headers['content-length'] ?? Number.NaN)
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/**
 * Removes files that a killed process left behind: those older than an hour, since other processes may be receiving
 * files.
 */
export async function sweepUploads(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    // Another process may remove it at the same moment.
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - 3_600_000) await rm(path, { force: true })
  }
}

/** The first bytes of a file, which tell its type. */
export async function headOf(path: string, bytes = 4100): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const head = new Uint8Array(bytes)
    const { bytesRead } = await file.read(head, 0, bytes, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (isDiskFull(error)) return Object.assign(noRoom(), { cause: error })
  switch ('code' in error ? error.code : undefined) {
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return new AppError('ERR_FILE_TOO_LARGE', 413)
    case 'FST_PROTO_VIOLATION':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return invalidForm()
    default:
      return /multipart|Unexpected end of form|Malformed part header/i.test(error.message) ? invalidForm() : error
  }
}

const invalidForm = (message = 'invalidForm') => badRequest('ERR_VALIDATION', { issues: [{ path: 'body', message }] })
