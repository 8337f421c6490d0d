import { limits } from '@guiche/contract'

export type MediaType = 'image' | 'audio' | 'video' | 'application'

interface FileType {
  mediaType: MediaType
  /** The first one is added to names that have none of them. */
  extensions: readonly [string, ...string[]]
}

const type = (mediaType: MediaType, ...extensions: [string, ...string[]]): FileType => ({ mediaType, extensions })

/** The types that we tell browsers and networks. All others are stored as bytes and never displayed. */
const known: Record<string, FileType> = {
  'image/jpeg': type('image', 'jpg', 'jpeg', 'jfif'),
  'image/png': type('image', 'png', 'apng'),
  'image/webp': type('image', 'webp'),
  'image/gif': type('image', 'gif'),
  'audio/ogg': type('audio', 'ogg', 'oga', 'opus'),
  'audio/mpeg': type('audio', 'mp3'),
  'audio/aac': type('audio', 'aac'),
  'audio/mp4': type('audio', 'm4a', 'mp4'),
  'audio/amr': type('audio', 'amr'),
  'audio/webm': type('audio', 'weba', 'webm'),
  'video/mp4': type('video', 'mp4', 'm4v'),
  'video/3gpp': type('video', '3gp', '3gpp'),
  'video/quicktime': type('video', 'mov', 'qt'),
  'video/webm': type('video', 'webm'),
  'application/pdf': type('application', 'pdf', 'ai'),
  'application/zip': type('application', 'zip'),
  'application/x-rar-compressed': type('application', 'rar'),
  'application/x-7z-compressed': type('application', '7z'),
  'application/gzip': type('application', 'gz', 'tgz'),
  'application/rtf': type('application', 'rtf'),
  'application/epub+zip': type('application', 'epub'),
  'application/x-cfb': type('application', 'doc', 'xls', 'ppt', 'msg', 'pub', 'vsd', 'mpp'),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': type('application', 'docx'),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': type('application', 'xlsx'),
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': type('application', 'pptx'),
  'application/vnd.oasis.opendocument.text': type('application', 'odt'),
  'application/vnd.oasis.opendocument.spreadsheet': type('application', 'ods'),
  'application/vnd.oasis.opendocument.presentation': type('application', 'odp'),
  'text/csv': type('application', 'csv'),
  'text/plain': type('application', 'txt'),
  'application/octet-stream': type('application', 'bin'),
}

export const unknownType = 'application/octet-stream'

const aliases: Record<string, string> = {
  'image/apng': 'image/png',
  'audio/x-m4a': 'audio/mp4',
  'audio/opus': 'audio/ogg',
  'video/x-m4v': 'video/mp4',
  'video/3gpp2': 'video/3gpp',
  'text/rtf': 'application/rtf',
  'application/vnd.rar': 'application/x-rar-compressed',
}

/** The type that a file is stored with: one of the list, or bytes. */
export function knownType(mime: string): string {
  const plain = mime.split(';')[0]?.trim().toLowerCase() ?? ''
  const name = aliases[plain] ?? plain
  return Object.hasOwn(known, name) ? name : unknownType
}

export const mediaTypeOf = (mime: string): MediaType => known[mime]?.mediaType ?? 'application'
export const usualExtensionOf = (mime: string): string => known[mime]?.extensions[0] ?? 'bin'

/**
 * Whether the extension matches the type. Text files and bytes of unknown type may have any extension (.xml, .log,
 * .dwg), except that of a known type.
 */
export function matchesType(extension: string, mime: string): boolean {
  if (known[mime]?.extensions.includes(extension)) return true
  const isVague = mime === unknownType || mime === 'text/plain'
  return isVague && extension !== '' && !Object.values(known).some(({ extensions }) => extensions.includes(extension))
}

/** The largest size of a file of this type (S56; docs/requirements/workspace.md, section 9). */
export function maxBytesOf(mediaType: MediaType): number {
  switch (mediaType) {
    case 'image':
      return limits.image
    case 'audio':
    case 'video':
      return limits.audioOrVideo
    case 'application':
      return limits.document
  }
}

/** Types that a browser may display (S55). All others are always sent as a download. */
const shown = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'video/mp4',
  'audio/ogg',
  'audio/mpeg',
  'audio/aac',
])
export const isShown = (mime: string): boolean => shown.has(mime)

/** Programs, recognised by type. */
export const isProgram = (mime: string): boolean =>
  /^application\/(x-(msdownload|elf|mach-binary|executable|shockwave-flash|google-chrome-extension|xpinstall|deb|rpm|apple-diskimage|ms-shortcut|msi)|wasm|java-archive|java-vm|vnd\.(android\.package-archive|ms-cab-compressed|microsoft\.portable-executable))$/.test(
    mime,
  )

/** Programs, recognised by extension: a double click would run them. */
const programs = new Set(
  'exe com bat cmd msi msp scr pif cpl dll sys js jse mjs vbs vbe wsf wsh hta ps1 psm1 lnk reg jar apk app dmg deb rpm sh command desktop'.split(
    ' ',
  ),
)
export const isProgramName = (extension: string): boolean => programs.has(extension)
