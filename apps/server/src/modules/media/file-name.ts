import { matchesType, usualExtensionOf } from './file-types.ts'

const maxBytes = 255

/** Reserved on Windows, where a file of that name cannot be saved. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Makes a name safe to show and to save (`plainName`), with an extension that matches the type (S53). */
export const cleanName = (given: string, mime: string): string => savable(withExtension(visible(given), mime))

/**
 * Makes a name safe to show and to save: no folders, no control or invisible characters, nothing that changes the
 * direction of writing (S43), at most 255 bytes. For a file whose type nobody has seen yet.
 */
export const plainName = (given: string): string => savable(visible(given))

function visible(given: string): string {
  const base = given.slice(-2000).split(/[/\\]/).at(-1) ?? ''
  const shown = base
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return shown === '' ? 'file' : shown
}

const savable = (named: string): string => cut(reserved.test(named) ? `_${named}` : named)

/** In lower case, without the dot; empty if there is none. */
export const extensionOf = (name: string): string => /\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

const withExtension = (name: string, mime: string): string =>
  matchesType(extensionOf(name), mime) ? name : `${name}.${usualExtensionOf(mime)}`

/** Shortens the part before the extension, never within a character. */
function cut(name: string): string {
  const extension = extensionOf(name)
  const ending = extension ? name.slice(-extension.length - 1) : ''
  const stem = name.slice(0, name.length - ending.length)
  return `${startOf(stem, maxBytes - ending.length)}${ending}`
}

/** The longest start of a text that fits; decoding drops a character that was cut. */
function startOf(text: string, bytes: number): string {
  const whole = Buffer.from(text)
  if (whole.length <= bytes) return text
  return new TextDecoder().decode(whole.subarray(0, bytes)).replace(/\ufffd+$/, '')
}
