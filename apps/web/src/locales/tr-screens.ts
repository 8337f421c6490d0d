/** All files of ./tr/screens by name. */
const files = import.meta.glob<Record<string, unknown>>('./tr/screens/*.json', { eager: true, import: 'default' })

export const texts = Object.fromEntries(
  Object.entries(files).map(([path, content]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), content]),
)
