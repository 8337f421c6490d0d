/** Fields with the URL of a file, of this server or another. */
const fields = new Set(['mediaUrl', 'thumbnailUrl', 'profilePicUrl', 'urlPicture', 'mediaPath', 'url'])

/** Matches the URL of a stored file; the group is its path and query. */
const file = /^https?:\/\/[^/]+(\/public\/company\d+\/[^#]*)$/

/**
 * The server sends absolute URLs with its public name, for clients on other origins. This page may be open under
 * another name and may load files only from its own origin, so file URLs become paths.
 */
export function withFilePaths<T>(received: T): T {
  if (typeof received !== 'object' || received === null) return received
  const values: Record<string, unknown> = received as Record<string, unknown>
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'object') withFilePaths(value)
    else if (typeof value === 'string' && fields.has(name)) values[name] = value.replace(file, '$1')
  }
  return received
}
