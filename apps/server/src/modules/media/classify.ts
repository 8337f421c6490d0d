import { AppError, badRequest } from '#platform/errors'
import { headOf } from '#platform/http/uploads'
import { fileTypeFromFile } from 'file-type'
import { cleanName, extensionOf } from './file-name.ts'
import {
  type MediaType,
  isProgram,
  isProgramName,
  listed,
  mediaTypeOf,
  mostBytesOf,
  unknownType,
  usualExtensionOf,
} from './file-types.ts'

export interface FileClass {
  mediaType: MediaType
  /** Of our list, or application/octet-stream: what is served is this and nothing else. */
  mime: string
  /** What it is kept under, without the dot. */
  extension: string
  /** To show and to save by. */
  name: string
  /** Would run, if somebody opened it. */
  isDangerous: boolean
}

interface GivenFile {
  path: string
  name: string
  declaredType: string
}

/** What a file is, by its content; what its sender calls it decides nothing but the name that is shown. */
export async function classify(file: GivenFile): Promise<FileClass> {
  const detected = await detect(file)
  const mime = listed(detected)
  const name = cleanName(file.name, mime)
  const isDangerous = isProgram(detected) || detected === playlist || isProgramName(extensionOf(name))
  return { mime, mediaType: mediaTypeOf(mime), extension: usualExtensionOf(mime), name, isDangerous }
}

/** The same for what a person uploads: programs and what is too large for its type are refused (S53, S56). */
export async function classifyUpload(file: GivenFile & { bytes: number }): Promise<FileClass> {
  if (file.bytes === 0) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body', message: 'emptyFile' }] })
  const found = await classify(file)
  if (found.isDangerous) throw new AppError('ERR_FILE_TYPE', 415)
  if (file.bytes > mostBytesOf(found.mediaType))
    throw new AppError('ERR_FILE_TOO_LARGE', 413, { most: mostBytesOf(found.mediaType) })
  return found
}

/** A list of what to play next names other files and addresses (S46); the player of whoever opens it would go there. */
const playlist = 'playlist'

async function detect(file: GivenFile): Promise<string> {
  const head = await headOf(file.path)
  const text = textOf(head)
  if (text !== undefined) return textType(text, file.name)
  const found = await fileTypeFromFile(file.path)
  if (!found) return unknownType
  // These containers hold sound alone as well, and only the sender knows: recorders of browsers make such files.
  if (found.mime === 'video/mp4' && file.declaredType.startsWith('audio/')) return 'audio/mp4'
  if (found.mime === 'video/webm' && file.declaredType.startsWith('audio/')) return 'audio/webm'
  return found.mime
}

function textType(text: string, name: string): string {
  const start = text.trimStart()
  if (/^#EXTM3U|^ffconcat version|^\[playlist\]/i.test(start)) return playlist
  // Markup of any kind is bytes to us: HTML, SVG and XML are kept as they are and never shown.
  if (/^<[a-z!?]/i.test(start)) return unknownType
  if (start.startsWith('%PDF-')) return 'application/pdf'
  if (start.startsWith('{\\rtf')) return 'application/rtf'
  return extensionOf(name) === 'csv' ? 'text/csv' : 'text/plain'
}

/** The beginning as text, or undefined where it is none: UTF-8, UTF-16 with its mark, or one of the older ones of a byte each. */
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
