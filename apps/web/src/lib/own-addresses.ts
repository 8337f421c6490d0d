/** Fields that hold the address of a file of this server, or of somebody else's. */
const fields = new Set(['mediaUrl', 'thumbnailUrl', 'profilePicUrl', 'urlPicture', 'url'])

/** The path and query of a file that the server keeps. */
const file = /^https?:\/\/[^/]+(\/public\/company\d+\/[^#]*)$/

/**
 * The server writes whole addresses, under its public name, for clients on other origins. This page may have been opened
 * under another name, and may load files only from where it comes: in what was received, addresses of files become paths.
 */
export function readOwnAddresses<T>(received: T): T {
  if (typeof received !== 'object' || received === null) return received
  const values: Record<string, unknown> = received as Record<string, unknown>
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'object') readOwnAddresses(value)
    else if (typeof value === 'string' && fields.has(name)) values[name] = value.replace(file, '$1')
  }
  return received
}
