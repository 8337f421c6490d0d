import { AppError, badRequest } from '#platform/errors'
import { headOf } from '#platform/http/uploads'
import { fileTypeFromFile } from 'file-type'
import { cleanName, extensionOf } from './file-name.ts'
import {
  type MediaType,
  isProgram,
  isProgramName,
  knownType,
  mediaTypeOf,
  maxBytesOf,
  unknownType,
  usualExtensionOf,
} from './file-types.ts'

export interface FileClass {
  mediaType: MediaType
  /** From our list, or application/octet-stream; files are served with no other type. */
  mime: string
  /** The extension of its storage key, without the dot. */
  extension: string
  /** For display and download. */
  name: string
  /** Opening it could run code. */
  isDangerous: boolean
}

interface GivenFile {
  path: string
  name: string
  declaredType: string
}

/** Classifies a file by its content. The sender's name and type decide only the displayed name. */
export async function classify(file: GivenFile): Promise<FileClass> {
  const detected = await detect(file)
  const mime = knownType(detected)
  const name = cleanName(file.name, mime)
  const isDangerous = isProgram(detected) || detected === playlist || isProgramName(extensionOf(name))
  return { mime, mediaType: mediaTypeOf(mime), extension: usualExtensionOf(mime), name, isDangerous }
}

/** The same for uploads: refuses programs and files that are too large for their type (S53, S56). */
export async function classifyUpload(file: GivenFile & { bytes: number }): Promise<FileClass> {
  if (file.bytes === 0) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body', message: 'emptyFile' }] })
  const found = await classify(file)
  if (found.isDangerous) throw new AppError('ERR_FILE_TYPE', 415)
  if (file.bytes > maxBytesOf(found.mediaType))
    throw new AppError('ERR_FILE_TOO_LARGE', 413, { most: maxBytesOf(found.mediaType) })
  return found
}

/** A playlist names other files and addresses (S46); the recipient's player would fetch them. */
const playlist = 'playlist'

async function detect(file: GivenFile): Promise<string> {
  const head = await headOf(file.path)
  const text = textOf(head)
  if (text !== undefined) return textType(text, file.name)
  const found = await fileTypeFromFile(file.path)
  if (!found) return unknownType
  // These containers may hold sound only, as recordings of browsers do; only the sender knows.
  if (found.mime === 'video/mp4' && file.declaredType.startsWith('audio/')) return 'audio/mp4'
  if (found.mime === 'video/webm' && file.declaredType.startsWith('audio/')) return 'audio/webm'
  return found.mime
}

function textType(text: string, name: string): string {
  const start = text.trimStart()
  if (/^#EXTM3U|^ffconcat version|^\[playlist\]/i.test(start)) return playlist
  // HTML, SVG and XML are stored as bytes and never displayed.
  if (/^<[a-z!?]/i.test(start)) return unknownType
  if (start.startsWith('%PDF-')) return 'application/pdf'
  if (start.startsWith('{\\rtf')) return 'application/rtf'
  return extensionOf(name) === 'csv' ? 'text/csv' : 'text/plain'
}

/**
 * The beginning as text (UTF-8, UTF-16 with a byte order mark, or a single-byte encoding); undefined if it is not text.
 */
function textOf(head: Uint8Array): string | undefined {
  if (head.length === 0) return undefined
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head)
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head)
  if (
    head.some(
      (byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1b,
    )
  )
    return undefined
  return new TextDecoder('utf-8').decode(head)
}
